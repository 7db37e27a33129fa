import { Counter, type Registry } from 'prom-client'
import type { ByLabels, OneLabel, Told } from './told.ts'

interface Count<Label extends string = string> {
  labels: Record<Label, string>
  sum: number
}

/** The kinds of counters. They add to plain numbers, which the registry sees when somebody looks, and never throw. */
export function counters(registry: Registry) {
  const registers = [registry]

  /** Counts what counts by itself: `read` gives the whole sum, which never falls. */
  function readCounter(told: Told, read: () => number): void {
    new Counter({
      ...told,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  }

  /** @returns what counts one more */
  function counter(told: Told): () => void {
    let sum = 0
    readCounter(told, () => sum)
    return () => {
      sum += 1
    }
  }

  /**
   * Counts by one label. Each of its values is there from the start, at 0, so that the first one counted is seen to be one more. Any
   * other goes under `other`: no text from outside ever becomes a label.
   */
  function labelledCounter({ label, values, ...told }: OneLabel): (value: string) => void {
    const labelled = (value: string): Count => ({ labels: { [label]: value }, sum: 0 })
    const counts = new Map(values.map((value) => [value, labelled(value)]))
    const other = labelled('other')
    new Counter({
      ...told,
      labelNames: [label],
      registers,
      collect() {
        this.reset()
        for (const { labels, sum } of counts.values()) this.inc(labels, sum)
        if (other.sum > 0) this.inc(other.labels, other.sum)
      },
    })
    return (value) => {
      const count = counts.get(value) ?? other
      count.sum += 1
    }
  }

  /** Counts by several labels. */
  function counterBy<Label extends string>({ labels, known, ...told }: ByLabels<Label>) {
    const counts = new Map<string, Count<Label>>()
    const countOf = (values: Record<Label, string>): Count<Label> => {
      const key = labels.map((label) => values[label]).join('\n')
      const count = counts.get(key) ?? { labels: values, sum: 0 }
      counts.set(key, count)
      return count
    }
    for (const values of known) countOf(values)
    new Counter({
      ...told,
      labelNames: labels,
      registers,
      collect() {
        this.reset()
        for (const count of counts.values()) this.inc(count.labels, count.sum)
      },
    })
    return (values: Record<Label, string>): void => {
      countOf(values).sum += 1
    }
  }

  return { readCounter, counter, labelledCounter, counterBy }
}

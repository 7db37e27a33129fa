import { Counter, Gauge, type Registry } from 'prom-client'

/** The configuration of a metric without labels. */
interface MetricOptions {
  /** By Prometheus' conventions: unit last, counters end with `_total`. */
  name: string
  help: string
  registers: Registry[]
}

/** The same with one label and all its values. */
interface LabelOptions<Value extends string> extends MetricOptions {
  label: string
  values: readonly Value[]
}

/** Buckets for what takes between a millisecond and as long as a sender waits. */
export const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Milliseconds in seconds. Between two clocks a duration may be negative: then it is 0. */
export const inSeconds = (milliseconds: number): number => Math.max(0, milliseconds) / 1000

/**
 * Makes a counter with one label. Every known value has its series from the start, at 0, so that the first one counted is an increase.
 * Any other value is counted as `other`: no text from outside becomes a label.
 */
export function labelledCounter({ label, values, ...options }: LabelOptions<string>): (value: string) => void {
  const counter = new Counter({ ...options, labelNames: [label] })
  const known = new Set(values)
  for (const value of known) counter.inc({ [label]: value }, 0)
  return (value) => counter.inc({ [label]: known.has(value) ? value : 'other' })
}

/** Makes a counter whose sum is read when the page is made; `read` must never fall. */
export function readCounter({ read, ...options }: MetricOptions & { read: () => number }): void {
  new Counter({
    ...options,
    collect() {
      this.reset()
      this.inc(read())
    },
  })
}

/** Makes a gauge that is read when the page is made. @returns what sets where to read; until then it is 0 */
export function readGauge(options: MetricOptions): (read: () => number | Promise<number>) => void {
  let read: () => number | Promise<number> = () => 0
  new Gauge({
    ...options,
    async collect() {
      this.set(await read())
    },
  })
  return (source) => {
    read = source
  }
}

/** The same with one figure for each value of a label. */
export function readLabelledGauge<Value extends string>({ label, values, ...options }: LabelOptions<Value>) {
  let read: () => Record<Value, number> | null = () => null
  new Gauge({
    ...options,
    labelNames: [label],
    collect() {
      const figures = read()
      for (const value of values) this.set({ [label]: value }, figures?.[value] ?? 0)
    },
  })
  return (source: () => Record<Value, number>): void => {
    read = source
  }
}

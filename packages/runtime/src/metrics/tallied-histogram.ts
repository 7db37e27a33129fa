import { Histogram, type Registry } from 'prom-client'

type Labels = Record<string, string>

/** What has been observed under one set of labels. */
interface Tally {
  labels: Labels
  /** Of each bucket alone; the last one has no bound. */
  counts: number[]
  sum: number
}

interface HistogramSettings {
  name: string
  help: string
  labels: readonly string[]
  /** Rising upper bounds. */
  buckets: readonly number[]
  registry: Registry
}

/**
 * A histogram that only adds to numbers, and becomes what prom-client writes when somebody asks: its own turns every bound into a text
 * at each observation, which costs ten times as much, several times a mail.
 */
export class TalliedHistogram extends Histogram {
  readonly #settings: HistogramSettings
  readonly #tallies = new Map<string, Tally>()

  constructor(settings: HistogramSettings) {
    const { name, help, labels, buckets, registry } = settings
    super({ name, help, labelNames: labels, buckets: [...buckets], registers: [registry] })
    this.#settings = settings
  }

  /** What observes under these labels, which are there with 0 from now on. */
  under(labels: Labels): (value: number) => void {
    const { buckets } = this.#settings
    const key = JSON.stringify(labels)
    const tally = this.#tallies.get(key) ?? { labels, counts: [...buckets, 0].fill(0), sum: 0 }
    this.#tallies.set(key, tally)
    return (value) => {
      let at = 0
      while (at < buckets.length && value > (buckets[at] ?? 0)) at += 1
      tally.counts[at] = (tally.counts[at] ?? 0) + 1
      tally.sum += value
    }
  }

  /** The registry asks for this, in place of `get`, which asks for it as well. */
  async getForPromString() {
    const { name, help } = this.#settings
    return {
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: [...this.#tallies.values()].flatMap(this.#lines),
    }
  }

  readonly #lines = ({ labels, counts, sum }: Tally) => {
    const { name, buckets } = this.#settings
    let count = 0
    const bounded = counts.map((inBucket, index) => {
      count += inBucket
      return { metricName: `${name}_bucket`, labels: { le: buckets[index] ?? '+Inf' }, value: count }
    })
    const whole = [
      { metricName: `${name}_sum`, labels: {}, value: sum },
      { metricName: `${name}_count`, labels: {}, value: count },
    ]
    return [...bounded, ...whole].map((line) => ({ ...line, sharedLabels: labels }))
  }
}

import type { Registry } from 'prom-client'
import { TalliedHistogram } from './tallied-histogram.ts'
import type { ByLabels, Told } from './told.ts'

/** From what takes a thousandth of a second to what takes as long as a sender waits. */
const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

interface Bucketed {
  /** Rising upper bounds, in the unit of the name. */
  buckets?: readonly number[]
}

/** The kinds of histograms. They never throw: a figure that makes no sense is left out. */
export function histograms(registry: Registry) {
  /** @returns what takes one size */
  function sizes({ buckets = [], ...told }: Told & Bucketed): (size: number) => void {
    const take = new TalliedHistogram({ ...told, labels: [], buckets, registry }).under({})
    return (size) => {
      if (Number.isFinite(size)) take(size)
    }
  }

  /** @returns what takes one duration in milliseconds; told in seconds */
  function durations({ buckets = secondsBuckets, ...told }: Told & Bucketed): (milliseconds: number) => void {
    return inSeconds(new TalliedHistogram({ ...told, labels: [], buckets, registry }).under({}))
  }

  /** The same by several labels. */
  function durationsBy<Label extends string>(given: ByLabels<Label> & Bucketed) {
    const { labels, known, buckets = secondsBuckets, ...told } = given
    const histogram = new TalliedHistogram({ ...told, labels, buckets, registry })
    const takers = new Map<string, (milliseconds: number) => void>()
    const takerOf = (values: Record<Label, string>) => {
      const key = labels.map((label) => values[label]).join('\n')
      const taker = takers.get(key) ?? inSeconds(histogram.under(values))
      takers.set(key, taker)
      return taker
    }
    for (const values of known) takerOf(values)
    return (values: Record<Label, string>, milliseconds: number): void => takerOf(values)(milliseconds)
  }

  return { sizes, durations, durationsBy }
}

function inSeconds(take: (seconds: number) => void): (milliseconds: number) => void {
  return (milliseconds) => {
    if (Number.isFinite(milliseconds)) take(Math.max(0, milliseconds) / 1000)
  }
}

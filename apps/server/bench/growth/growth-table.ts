import type { GrowthSample } from './measure-growth.ts'

/** No figure of a larger size may be worse than this share of the smallest size's. */
const bound = 0.8
/** Who looks through a whole inbox, or counts it for the first time, has a hundred times the work where it is a hundred times as full. */
const isBound = (figure: string) => !figure.includes('whole inbox') && !figure.includes('first look')

/** One figure at every size; `ratio` compares each size with the smallest, 1 is as good, below 1 is worse. */
export interface GrowthRow {
  figure: string
  unit: 'per second' | 'ms'
  sizes: { mails: number; value: number; ratio: number; processorMs: number; processorRatio: number }[]
  /** Null where the bound is not meant. */
  isWithinBound: boolean | null
  failed: number
}

interface Aspect {
  name: string
  unit: GrowthRow['unit']
  pick: (sample: GrowthSample) => number
}

const rate: Aspect = { name: '', unit: 'per second', pick: ({ rate }) => rate }
const latencies: Aspect[] = [
  { name: ', p50', unit: 'ms', pick: ({ p50Ms }) => p50Ms },
  { name: ', p99', unit: 'ms', pick: ({ p99Ms }) => p99Ms },
]

/** Puts samples together: medians over the rounds, and medians of the ratios within each round. */
export function growthRows(samples: GrowthSample[]): GrowthRow[] {
  const figures = [...new Set(samples.map(({ figure }) => figure))]
  return figures.flatMap((figure) => {
    const own = samples.filter((sample) => sample.figure === figure)
    return (figure.startsWith('ingest') ? [rate] : latencies).map((aspect) => rowOf(figure, own, aspect))
  })
}

function rowOf(figure: string, samples: GrowthSample[], { name, unit, pick }: Aspect): GrowthRow {
  const mails = [...new Set(samples.map((sample) => sample.mails))].sort((a, b) => a - b)
  const [smallest = 0] = mails
  const sizes = mails.map((size) => ({
    mails: size,
    value: median(at(samples, size).map(pick)),
    ratio: median(ratios(samples, { smallest, size }, unit === 'ms' ? (sample) => 1 / pick(sample) : pick)),
    processorMs: median(at(samples, size).map(processorMsOf)),
    processorRatio: median(ratios(samples, { smallest, size }, (sample) => 1 / processorMsOf(sample))),
  }))
  return {
    figure: `${figure}${name}`,
    unit,
    sizes,
    isWithinBound: isBound(figure) ? sizes.every(({ ratio }) => ratio >= bound) : null,
    failed: samples.map(({ failed }) => failed).reduce((a, b) => a + b, 0),
  }
}

const processorMsOf = ({ serverMs, databaseMs }: GrowthSample) => serverMs + databaseMs
const at = (samples: GrowthSample[], size: number) => samples.filter(({ mails }) => mails === size)

/** What is measured within one round is compared, since it was measured within seconds. */
function ratios(
  samples: GrowthSample[],
  { smallest, size }: { smallest: number; size: number },
  goodnessOf: (sample: GrowthSample) => number,
): number[] {
  return at(samples, size).flatMap((sample) => {
    const base = at(samples, smallest).find(({ round }) => round === sample.round)
    return base ? [goodnessOf(sample) / goodnessOf(base)] : []
  })
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

/** A row as the terminal shows it. */
export function growthLine(row: GrowthRow): Record<string, string | number> {
  const columns = row.sizes.flatMap(({ mails, value, ratio }, index): [string, string | number][] => [
    [sizeName(mails), Number(value.toPrecision(3))],
    ...(index > 0 ? [[`ratio ${sizeName(mails)}`, Number(ratio.toFixed(2))] satisfies [string, number]] : []),
  ])
  const processor = row.sizes.map(({ processorMs }) => processorMs.toPrecision(2)).join(' / ')
  return {
    figure: `${row.figure}${row.unit === 'ms' ? ' ms' : ' /s'}`,
    ...Object.fromEntries(columns),
    'CPU ms each': processor,
    'CPU ratio': Number((row.sizes.at(-1)?.processorRatio ?? 1).toFixed(2)),
    'within bound': verdict(row),
    failed: row.failed,
  }
}

function verdict({ isWithinBound }: GrowthRow): string {
  if (isWithinBound === null) return ''
  return isWithinBound ? 'yes' : 'NO'
}

function sizeName(mails: number): string {
  if (mails >= 1_000_000) return `${mails / 1_000_000} M`
  return mails >= 1_000 ? `${mails / 1_000} k` : String(mails)
}

import type { GrowthSample } from './measure-growth.ts'
import { isBounded } from './read-calls.ts'
import { quantile, type Sample, together } from './sample.ts'

/** A figure of a larger size must reach this share of the smallest size's. */
const bound = 0.8

/** One figure at every size. `ratio` compares each size with the smallest: 1 is equal, below 1 is worse. */
export interface GrowthRow {
  figure: string
  unit: 'per second' | 'ms'
  sizes: { mails: number; value: number; ratio: number; processorMs: number; processorRatio: number }[]
  /** Null where the bound does not apply. */
  isWithinBound: boolean | null
  failed: number
}

interface Aspect {
  name: string
  unit: GrowthRow['unit']
  pick: (sample: Sample) => number
}

const rate: Aspect = { name: '', unit: 'per second', pick: ({ done, seconds }) => done / seconds }
const latencies: Aspect[] = [
  { name: ', p50', unit: 'ms', pick: (sample) => quantile(sample, 0.5) },
  { name: ', p99', unit: 'ms', pick: (sample) => quantile(sample, 0.99) },
]

/** Combines the samples of all rounds. */
export function growthRows(samples: GrowthSample[]): GrowthRow[] {
  return [...Map.groupBy(samples, ({ figure }) => figure)].flatMap(([figure, own]) => {
    const sizes = [...Map.groupBy(own, ({ mails }) => mails)]
      .map(([mails, rounds]) => ({ mails, whole: rounds.map(({ sample }) => sample).reduce(together) }))
      .sort((a, b) => a.mails - b.mails)
    return (figure.startsWith('ingest') ? [rate] : latencies).map((aspect) => rowOf(figure, sizes, aspect))
  })
}

function rowOf(figure: string, all: { mails: number; whole: Sample }[], { name, unit, pick }: Aspect): GrowthRow {
  const values = all.map(({ mails, whole }) => ({ mails, value: pick(whole), processorMs: processorMsOf(whole) }))
  const failed = all.map(({ whole }) => whole.failed).reduce((a, b) => a + b, 0)
  const sizes = values.map((size) => {
    const [base = size] = values
    return {
      ...size,
      ratio: unit === 'ms' ? base.value / size.value : size.value / base.value,
      processorRatio: base.processorMs / size.processorMs,
    }
  })
  return {
    figure: `${figure}${name}`,
    unit,
    sizes,
    isWithinBound: isBounded(figure) ? failed === 0 && sizes.every(({ ratio }) => ratio >= bound) : null,
    failed,
  }
}

const processorMsOf = ({ serverMs, databaseMs, done }: Sample) => (serverMs + databaseMs) / Math.max(1, done)

/** A row for the terminal. */
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

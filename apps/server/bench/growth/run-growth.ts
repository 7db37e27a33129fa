import type { BenchSetup } from '../bench-setup.ts'
import { writeResults } from '../write-results.ts'
import { type GrownProduct, growProduct } from './grown-product.ts'
import { growthLine, growthRows } from './growth-table.ts'
import { type GrowthSample, measureGrowth } from './measure-growth.ts'
import { quantile } from './sample.ts'
import { storedLine } from './stored-bytes.ts'

const standardSizes = [10_000, 100_000, 1_000_000]
const smallestSize = 10_000

interface GrowthOptions {
  /** The number of mails in each database; the standard sizes if empty. */
  sizes: number[]
  rounds: number
  /** The cache of each database; MongoDB's default if undefined. */
  cacheMib: number | undefined
}

/** Fills a database for each size, measures the same work at all sizes, and compares them. */
export async function runGrowth(setup: BenchSetup, { sizes, rounds, cacheMib }: GrowthOptions): Promise<void> {
  const wanted = sizes.length > 0 ? sizes.toSorted((a, b) => a - b) : standardSizes
  if (wanted.some((size) => !(size >= smallestSize))) throw new Error(`a size is at least ${smallestSize} mails`)
  if (!(Number.isInteger(rounds) && rounds >= 1)) throw new Error('rounds are at least 1')
  const beganAt = performance.now()
  const onProgress = (line: string) => console.log(`${elapsed(beganAt)}  ${line}`)

  const grown: GrownProduct[] = []
  try {
    for (const mails of wanted) grown.push(await growProduct(setup, { mails, cacheMib, onProgress }))
    const stored = grown.map((each) => each.stored)
    console.table(stored.map(storedLine))
    const samples = await measureGrowth({ grown, rounds, onProgress })
    const rows = growthRows(samples)
    console.table(rows.map(growthLine))
    onProgress('done')
    await writeResults({
      growth: { stored, rows, samples: samples.map(writtenSample) },
    })
  } finally {
    for (const each of grown) await each.stop()
  }
}

/** Without the single latencies. */
function writtenSample({ figure, mails, round, sample }: GrowthSample) {
  const { done, failed, seconds, serverMs, databaseMs } = sample
  const latencies = { p50Ms: quantile(sample, 0.5), p99Ms: quantile(sample, 0.99) }
  return { figure, mails, round, done, failed, seconds, ...latencies, serverMs, databaseMs }
}

function elapsed(beganAt: number): string {
  const seconds = Math.round((performance.now() - beganAt) / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

import type { GrownProduct } from './grown-product.ts'
import { boundedCalls, type CallName } from './read-calls.ts'
import { type Sample, type Served, sampleFirstLooks, sampleIngest, sampleReads, warmUp } from './sample-figure.ts'

const processes = 4
const sharedCall: CallName = 'list, first page'
/** Reads more than any cache holds and throws out what the others need, so it comes after them. */
const lastCall: CallName = 'search, no hit, whole inbox'

/** One sample of one figure at one size. */
export interface GrowthSample extends Sample {
  figure: string
  mails: number
}

interface MeasureOrder {
  /** From the smallest size to the largest. */
  grown: GrownProduct[]
  rounds: number
  /** Rounds with four server processes on each database. */
  sharedRounds: number
  onProgress: (line: string) => void
}

/**
 * Measures every figure at every size, the sizes in short turns, and all again in every round: what else the machine does then meets
 * all sizes alike.
 */
export async function measureGrowth(order: MeasureOrder): Promise<GrowthSample[]> {
  return [...(await measureAlone(order)), ...(await measureShared(order))]
}

async function measureAlone({ grown, rounds, onProgress }: MeasureOrder): Promise<GrowthSample[]> {
  const all = grown.map((each) => ({ grown: each, products: [each.product] }))
  onProgress('Warming up')
  await warmUp(all)
  const samples = named('addresses, q, first look', all, await sampleFirstLooks(all))
  for (let round = 0; round < rounds; round += 1) {
    onProgress(`Round ${round + 1} of ${rounds}`)
    for (const figure of boundedCalls) samples.push(...named(figure, all, await sampleReads(all, figure)))
    samples.push(...named('ingest', all, await sampleIngest(all)))
  }
  return [...samples, ...named(lastCall, all, await sampleReads(all, lastCall))]
}

/** The same databases before four server processes each: ingest by all of them, then lists. */
async function measureShared({ grown, sharedRounds, onProgress }: MeasureOrder): Promise<GrowthSample[]> {
  const samples: GrowthSample[] = []
  const all: Served[] = grown.map((each) => ({ grown: each, products: [each.product] }))
  try {
    onProgress(`Starting ${processes} processes for each size`)
    for (const { grown: each, products } of all) {
      // One after the other: each leaves its ports in the same file.
      while (products.length < processes) products.push(await each.serveAnother())
    }
    await warmUp(all)
    for (let round = 0; round < sharedRounds; round += 1) {
      onProgress(`${processes} processes, round ${round + 1} of ${sharedRounds}`)
      samples.push(...named(`ingest, ${processes} processes`, all, await sampleIngest(all)))
      samples.push(...named(`${sharedCall}, ${processes} processes`, all, await sampleReads(all, sharedCall)))
    }
    return samples
  } finally {
    for (const { products } of all) for (const product of products.slice(1)) await product.stop()
  }
}

const named = (figure: string, all: Served[], samples: Sample[]): GrowthSample[] =>
  samples.map((sample, index) => ({ figure, mails: all[index]?.grown.mails ?? 0, ...sample }))

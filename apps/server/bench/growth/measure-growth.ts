import { firstReadNames } from './first-reads.ts'
import type { GrownProduct } from './grown-product.ts'
import { type CallName, firstLook, roundCalls, wholeInbox } from './read-calls.ts'
import type { Sample } from './sample.ts'
import { type Served, sampleFirstLooks, sampleFirstReads, sampleIngest, sampleReads } from './sample-figure.ts'

const processes = 4
const sharedCall: CallName = 'list, first page'

/** One sample of one figure at one size. */
export interface GrowthSample {
  figure: string
  mails: number
  round: number
  sample: Sample
}

interface MeasureOrder {
  /** From the smallest size to the largest. */
  grown: GrownProduct[]
  rounds: number
  onProgress: (line: string) => void
}

/**
 * Measures every figure at every size, the sizes in short turns, and all but first looks and whole inboxes again in every round: what
 * else the machine does then meets all sizes alike.
 */
export async function measureGrowth(order: MeasureOrder): Promise<GrowthSample[]> {
  const all = order.grown.map((each) => ({ grown: each, products: [each.product] }))
  const samples = [...(await measureAlone(all, order)), ...(await measureShared(order))]
  order.onProgress('Whole inboxes')
  // Last, because with a small cache it evicts what the other measurements need.
  return [...samples, ...named({ figure: wholeInbox, round: 0 }, all, await sampleReads(all, wholeInbox))]
}

async function measureAlone(all: Served[], { rounds, onProgress }: MeasureOrder): Promise<GrowthSample[]> {
  onProgress('Warming up')
  await sampleIngest(all)
  const samples = named({ figure: firstLook, round: 0 }, all, await sampleFirstLooks(all))
  for (const figure of firstReadNames) await sampleFirstReads(all, figure)
  for (const figure of roundCalls) await sampleReads(all, figure)
  for (let round = 0; round < rounds; round += 1) {
    onProgress(`Round ${round + 1} of ${rounds}`)
    // Before the searches, which read the newest messages of every inbox.
    for (const figure of firstReadNames)
      samples.push(...named({ figure, round }, all, await sampleFirstReads(all, figure)))
    for (const figure of roundCalls) samples.push(...named({ figure, round }, all, await sampleReads(all, figure)))
    samples.push(...named({ figure: 'ingest', round }, all, await sampleIngest(all)))
  }
  return samples
}

/** The same databases with four server processes each: ingest by all of them, then lists. */
async function measureShared({ grown, rounds, onProgress }: MeasureOrder): Promise<GrowthSample[]> {
  const samples: GrowthSample[] = []
  const all: Served[] = grown.map((each) => ({ grown: each, products: [each.product] }))
  const beside = `, ${processes} processes`
  try {
    onProgress(`Starting ${processes} processes for each size`)
    for (const { grown: each, products } of all) {
      // In sequence: each writes its ports to the same file.
      while (products.length < processes) products.push(await each.serveAnother())
    }
    await sampleIngest(all)
    await sampleReads(all, sharedCall)
    for (let round = 0; round < rounds; round += 1) {
      onProgress(`${processes} processes, round ${round + 1} of ${rounds}`)
      samples.push(...named({ figure: `ingest${beside}`, round }, all, await sampleIngest(all)))
      samples.push(...named({ figure: `${sharedCall}${beside}`, round }, all, await sampleReads(all, sharedCall)))
    }
    return samples
  } finally {
    for (const { products } of all) for (const product of products.slice(1)) await product.stop()
  }
}

const named = (name: { figure: string; round: number }, all: Served[], samples: Sample[]): GrowthSample[] =>
  samples.map((sample, index) => ({ ...name, mails: all[index]?.grown.mails ?? 0, sample }))

import type { GrownProduct } from './grown-product.ts'
import { type CallName, callNames } from './read-calls.ts'
import { type Sample, sampleFirstLooks, sampleIngest, sampleReads, warmUp } from './sample-figure.ts'

const processes = 4
const sharedCall: CallName = 'list, first page'
const warmUpSeconds = 4

/** One sample of one figure at one size. */
export interface GrowthSample extends Sample {
  figure: string
  mails: number
  round: number
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
 * Measures every figure at every size, one size right after the other, and all again in every round: what else the machine does then
 * meets all sizes alike.
 */
export async function measureGrowth(order: MeasureOrder): Promise<GrowthSample[]> {
  return [...(await measureAlone(order)), ...(await measureShared(order))]
}

async function measureAlone({ grown, rounds, onProgress }: MeasureOrder): Promise<GrowthSample[]> {
  const samples: GrowthSample[] = []
  for (const each of grown) {
    await warmUp(each, [each.product], warmUpSeconds)
    samples.push({ figure: 'addresses, q, first look', mails: each.mails, round: 0, ...(await sampleFirstLooks(each)) })
  }
  for (let round = 0; round < rounds; round += 1) {
    onProgress(`Round ${round + 1} of ${rounds}`)
    for (const figure of callNames) {
      for (const each of inOrder(grown, round)) {
        samples.push({ figure, mails: each.mails, round, ...(await sampleReads(each, [each.product], figure)) })
      }
    }
    for (const each of inOrder(grown, round)) {
      samples.push({ figure: 'ingest', mails: each.mails, round, ...(await sampleIngest(each, [each.product])) })
    }
  }
  return samples
}

/** The same databases before four server processes each: ingest by all of them, then lists. */
async function measureShared({ grown, sharedRounds, onProgress }: MeasureOrder): Promise<GrowthSample[]> {
  const samples: GrowthSample[] = []
  const served = grown.map((each) => ({ each, products: [each.product] }))
  try {
    onProgress(`Starting ${processes} processes for each size`)
    for (const { each, products } of served) {
      // One after the other: each leaves its ports in the same file.
      while (products.length < processes) products.push(await each.serveAnother())
      await warmUp(each, products, warmUpSeconds * 2)
    }
    for (let round = 0; round < sharedRounds; round += 1) {
      onProgress(`${processes} processes, round ${round + 1} of ${sharedRounds}`)
      for (const { each, products } of inOrder(served, round)) {
        const of = { mails: each.mails, round }
        const [ingest, reads] = [await sampleIngest(each, products), await sampleReads(each, products, sharedCall)]
        samples.push({ figure: `ingest, ${processes} processes`, ...of, ...ingest })
        samples.push({ figure: `${sharedCall}, ${processes} processes`, ...of, ...reads })
      }
    }
    return samples
  } finally {
    for (const { products } of served) for (const product of products.slice(1)) await product.stop()
  }
}

/** Who comes first in one round comes last in the next. */
const inOrder = <T>(all: T[], round: number): T[] => (round % 2 === 0 ? all : all.toReversed())

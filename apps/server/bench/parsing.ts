import type { DensityOrder, DensityResult } from './density-load.ts'
import type { ParseOrder, ParseResult } from './parse-load.ts'
import { runInChild } from './run-in-child.ts'

const sizes = [1_000, 10_000, 100_000]
const secondsPerStep = 1

/** The cost of parsing a mail of one size. */
export interface ParsingRow extends ParseResult {
  mailBytes: number
}

/** Parses the bench's mails and measures each step, size by size. */
export async function measureParsing(): Promise<ParsingRow[]> {
  const rows: ParsingRow[] = []
  for (const mailBytes of sizes) {
    const order: ParseOrder = { mailBytes, seconds: secondsPerStep }
    rows.push({ mailBytes, ...(await runInChild<ParseOrder, ParseResult>('./parse-load.ts', order)) })
  }
  return rows
}

const densityOrder: DensityOrder = { mailBytes: 10_000, rounds: 60 }

/** What mails full of numbers cost, beside ordinary ones. */
export const measureDensity = (): Promise<DensityResult[]> =>
  runInChild<DensityOrder, DensityResult[]>('./density-load.ts', densityOrder)

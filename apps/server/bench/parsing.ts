import type { DensityOrder, DensityResult } from './density-load.ts'
import { type MailName, mailNames } from './mails/natural-mails.ts'
import type { ParseOrder, ParseResult } from './parse-load.ts'
import { runInChild } from './run-in-child.ts'

const secondsPerStep = 1

/** The cost of parsing mails of one name. */
export interface ParsingRow extends ParseResult {
  mail: MailName
}

/** Parses the bench's mails and measures each step. */
export async function measureParsing(): Promise<ParsingRow[]> {
  const rows: ParsingRow[] = []
  for (const mail of mailNames) {
    const order: ParseOrder = { mail, seconds: secondsPerStep }
    rows.push({ mail, ...(await runInChild<ParseOrder, ParseResult>('./parse-load.ts', order)) })
  }
  return rows
}

const densityOrder: DensityOrder = { mailBytes: 10_000, rounds: 60 }

/** What mails full of numbers cost, beside ordinary ones. */
export const measureDensity = (): Promise<DensityResult[]> =>
  runInChild<DensityOrder, DensityResult[]>('./density-load.ts', densityOrder)

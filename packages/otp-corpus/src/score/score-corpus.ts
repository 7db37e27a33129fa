import type { ManifestEntry } from '../generator/corpus-mails.ts'
import { type CodeReading, readCode } from '../read-code.ts'
import type { ParsedMail } from './read-corpus.ts'
import { type Answer, type Tally, tallyOf } from './tally.ts'

/** A mail of the corpus with the result of the extractor. */
export interface ScoredMail extends Answer {
  entry: ManifestEntry
  reason: string
}

/** Percentiles of microseconds. */
export interface Times {
  p50: number
  p95: number
  p99: number
  slowest: number
}

/** Runs the extractor once for each mail. */
export function scoreCorpus(mails: readonly ParsedMail[]): ScoredMail[] {
  return mails.map(({ entry, mail }) => {
    const { otp, reason }: CodeReading = readCode(mail)
    return { entry, expected: entry.otp, found: otp, reason }
  })
}

const warmUpPasses = 3
const measuredPasses = 5

/** Measures the time for each mail, warm, several times; every single run counts. */
export function measureTimes(mails: readonly ParsedMail[]): Times {
  const times: number[] = []
  for (let pass = 0; pass < warmUpPasses + measuredPasses; pass++) {
    for (const { mail } of mails) {
      const { us } = readCode(mail)
      if (pass >= warmUpPasses) times.push(us)
    }
  }
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) }
}

/** Tallies of groups of mails, sorted by the name of the group. */
export function groupedTallies(scored: readonly ScoredMail[], by: 'language' | 'kind' | 'shape'): Map<string, Tally> {
  const groups = Map.groupBy(scored, ({ entry }) => entry[by])
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
  return new Map(sorted.map(([name, mails]) => [name, tallyOf(mails)]))
}

import type { Candidate } from './candidates/candidate.ts'
import type { OtherNumber } from './candidates/excluded-numbers.ts'
import type { OneTimeCode } from './extract-one-time-code.ts'

/** The codes of one view with their scores, also those below the threshold, and all its candidates. */
export interface ViewScores {
  best: OneTimeCode | null
  all: ReadonlyMap<string, OneTimeCode>
  candidates: readonly Candidate[]
  /** The codes of candidates that a label of another kind of number names; only where an explanation is wanted. */
  namedElse?: ReadonlySet<string>
}

/** How the answer for a mail came about. Holds the codes of the mail: for its reader, never for a log. */
export interface CodeExplanation {
  found: OneTimeCode | null
  /** The features that made the score, or why there is no code. */
  reason: string
  /** What could be a code in each view, the best first; without a score where nothing speaks of codes. */
  candidates: { code: string; view: string; score: number | null; reason: string }[]
}

interface ScoredViews {
  found: OneTimeCode | null
  fromHtml: ViewScores | null
  fromText: ViewScores | null
  /** What the numbers are that are no candidates. */
  others: OtherNumber[]
}

/** Combines the results of both views. */
export function explainViews({ found, fromHtml, fromText, others }: ScoredViews): CodeExplanation {
  const candidates = [...candidatesOf(fromHtml, 'html'), ...candidatesOf(fromText, 'text')].sort(byScore)
  return { found, reason: found?.reason ?? reasonForNone(candidates, others), candidates }
}

const noScore = Number.NEGATIVE_INFINITY

const byScore = (one: CodeExplanation['candidates'][number], other: CodeExplanation['candidates'][number]): number =>
  (other.score ?? noScore) - (one.score ?? noScore)

function candidatesOf(scores: ViewScores | null, view: string): CodeExplanation['candidates'] {
  if (!scores) return []
  const { all, candidates, namedElse } = scores
  return [...new Set(candidates.map(({ code }) => code))].map(
    (code) => all.get(code) ?? { code, view, score: null, reason: namedElse?.has(code) ? 'other-number' : 'unnamed' },
  )
}

/** By a feature that took points from the best candidate, what the number is instead of a code. */
const kindsByFeature: ReadonlyMap<string, string> = new Map([
  ['stale', 'old-code'],
  ['answered', 'old-code'],
  ['elsewhere', 'sent-elsewhere'],
  ['room', 'meeting'],
  ['receipt', 'receipt'],
  ['coupon', 'offer'],
  ['percentage', 'offer'],
  ['year', 'date'],
  ['edition', 'date'],
  ['technical', 'technical'],
  ...[
    'negative',
    'about-else',
    'row-else',
    'denied',
    'hash',
    'marked',
    'brand',
    'request-number',
    'glued',
    'in-long-text',
  ].map((feature) => [feature, 'other-number'] as const),
])

/**
 * `no-candidate`: nothing has the form of a code; `only-amount+date`: such numbers are all there is; `unnamed`: no word around any
 * number speaks of codes; `old-code`, `sent-elsewhere`, `meeting`, `receipt`, `offer`, `date`, `technical`, `other-number`:
 * what the best candidate is instead; `too-weak`: too little speaks for it.
 */
function reasonForNone(candidates: CodeExplanation['candidates'], others: OtherNumber[]): string {
  const [best] = candidates
  if (best === undefined) return others.length === 0 ? 'no-candidate' : `only-${[...new Set(others)].sort().join('+')}`
  if (best.score === null)
    return candidates.some(({ reason }) => reason === 'other-number') ? 'other-number' : 'unnamed'
  const kinds = best.reason.split('+').map((feature) => kindsByFeature.get(feature))
  return kinds.find((kind) => kind !== undefined) ?? 'too-weak'
}

import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { isCodeLabel } from '../keywords/keyword.ts'
import { firstIndexFrom } from '../spans.ts'
import type { MailView } from '../view/mail-view.ts'
import {
  type Adjustment,
  formAdjustments,
  isPlainlyNamed,
  mailAdjustments,
  presentationAdjustments,
} from './adjustments.ts'
import { type BaseScore, baseScoreOf, prominenceScore } from './base-score.ts'
import { rowLabel } from './distance.ts'
import { type Occurrence, type SupersededCodes, supersededCodes } from './superseded-codes.ts'

const nearProximity = 44

/** A candidate with its score; `reason` names the features that made it, never the code. */
export interface ScoredCandidate {
  candidate: Candidate
  score: number
  reason: string
  /** The mail shows what it is instead: quoted in an answer, another's words, an example, or over. The wording is not asked then. */
  isDecided: boolean
  /** A strong label plainly names it. */
  isPlainlyNamed: boolean
}

const decisive: ReadonlySet<string> = new Set(['answered', 'spoken', 'sample', 'stale'])

/** Scores every candidate of a view; of candidates with the same code the best one is returned. */
export function scoreCandidates(context: ExtractionContext): Map<string, ScoredCandidate> {
  const best = new Map<string, ScoredCandidate>()
  const { features, candidates } = context
  const hasBound = candidates.some(({ isBound }) => isBound)
  if (!features.hasCodeLabel && features.signals === 0 && !features.has('enter') && !features.has('fresh') && !hasBound)
    return best

  const { occurrences: all, superseded } = occurrencesIn(context)
  for (const [code, occurrences] of Map.groupBy(all, ({ candidate }) => candidate.code)) {
    const penalties = penaltiesOf(context, occurrences)
    // What the answer calls over is over in the mail that it quotes, too.
    if (occurrences.some(({ candidate }) => superseded.has(candidate))) penalties.push(['stale', -60])
    for (const occurrence of occurrences) {
      const scored = scoreOccurrence(context, occurrence, {
        isRepeated: occurrences.length > 1,
        isOnly: occurrences.length === candidates.length,
        penalties,
      })
      if (scored && scored.score > (best.get(code)?.score ?? Number.NEGATIVE_INFINITY)) best.set(code, scored)
    }
  }
  return best
}

const replacementScore = { points: 46, feature: 'successor', proximity: 50 } as const

/** All occurrences of codes; one that replaces another has at least the score of a replacement. */
function occurrencesIn(context: ExtractionContext): {
  occurrences: Occurrence[]
  superseded: SupersededCodes['superseded']
} {
  const found = context.candidates.map((candidate) => ({ candidate, base: baseScoreOf(context, candidate) }))
  const { superseded, replacements } = supersededCodes(context, found)
  const occurrences = found.map(({ candidate, base }) => {
    const isReplacement = replacements.has(candidate) && base.points < replacementScore.points
    return { candidate, base: isReplacement ? { ...base, ...replacementScore } : base }
  })
  return { occurrences, superseded }
}

/** Penalties of a code for all its occurrences: an order number in one place is an order number everywhere. */
function penaltiesOf(context: ExtractionContext, occurrences: Occurrence[]): Adjustment[] {
  const penalties: Adjustment[] = []
  if (occurrences.some((occurrence) => isOtherNumberInSubject(context.view, occurrence)))
    penalties.push(['titled-else', -20])
  if (occurrences.some((occurrence) => isTicket(context, occurrence))) penalties.push(['ticket', -30])
  if (occurrences.some((occurrence) => isInOtherRow(context, occurrence))) penalties.push(['row-else', -15])
  if (occurrences.some(({ base }) => base.penalty >= 60 && base.points < 0)) penalties.push(['denied', -30])
  if (occurrences.some(({ candidate }) => isPaired(context.view, candidate))) penalties.push(['paired', -30])
  if (occurrences.some(({ candidate }) => candidate.endsInHash)) penalties.push(['dialled', -40])
  if (occurrences.some(({ candidate }) => candidate.hasHash && !candidate.isBound)) penalties.push(['hash', -15])
  return penalties
}

/** A number behind a word of the subject that is no label of codes: `Error 50318`. */
function isOtherNumberInSubject({ plain, subjectEnd }: MailView, { candidate: { start }, base }: Occurrence): boolean {
  return start < subjectEnd && base.points <= 0 && /\p{L}/u.test(plain.slice(0, start))
}

/** `[Case 407318] Re: …`: in brackets at the beginning of the subject, without a label of codes. */
function isTicket(
  { keywords: { labels }, view }: ExtractionContext,
  { candidate: { start, end } }: Occurrence,
): boolean {
  if (end > view.subjectEnd || !/^[^[\]]{0,8}\[[^[\]\p{L}#]*[\p{L}#][^[\]]*$/u.test(view.plain.slice(0, start)))
    return false
  return view.plain[end] === ']' && !labels.slice(0, firstIndexFrom(labels, start)).some(isCodeLabel)
}

/** `Voucher no. 88041725, security code 3306`: the secret that belongs to the number of a card, a voucher or a meeting. */
const isPaired = ({ plain }: MailView, { start }: Candidate): boolean =>
  /(?:no\b|nr\b|\p{L}{3})[.:]? (?:[A-Z]{1,3} )?[*"]?\d[\d -]{4,14}[*"]?, \p{L}+ \p{L}+:? [*"]?$/u.test(
    plain.slice(Math.max(0, start - maxPairChars), start),
  )

const maxPairChars = 70

/** A number in a table row whose label is no label of codes. */
function isInOtherRow({ view, keywords: { labels, enter } }: ExtractionContext, { candidate }: Occurrence): boolean {
  const own = rowLabel(view, candidate)
  if (own === null) return false
  const inside = labels.slice(firstIndexFrom(labels, own.start), firstIndexFrom(labels, own.end))
  if (inside.some(({ kind }) => kind === 'strong' || kind === 'ambiguous')) return false
  if ((enter[firstIndexFrom(enter, own.start)]?.start ?? own.end) < own.end && inside.every(isCodeLabel)) return false
  const last = labels[firstIndexFrom(labels, own.end) - 1]
  return last === undefined || last.end <= own.start || !isCodeLabel(last)
}

interface CodeFacts {
  isRepeated: boolean
  /** The mail shows no other candidate. */
  isOnly: boolean
  penalties: Adjustment[]
}

/** The score of an occurrence: its base score with all adjustments. Null where it can be no code. */
function scoreOccurrence(
  context: ExtractionContext,
  { candidate, base: labelled }: Occurrence,
  { isRepeated, isOnly, penalties }: CodeFacts,
): ScoredCandidate | null {
  const base = labelled.points > 0 ? labelled : prominenceScore(context, candidate, { base: labelled, isOnly })
  if (!base || !isFormAllowed(context, candidate, base)) return null
  const adjustments = [
    ...presentationAdjustments(context, candidate),
    ...formAdjustments(context, candidate, base),
    ...mailAdjustments(context, candidate, base),
    ...penalties,
  ]
  if (isRepeated) adjustments.push(['repeated', base.isStrong ? 6 : 4])
  const score = base.points + adjustments.reduce((sum, [, points]) => sum + points, 0)
  const reason = [base.feature, candidate.form, ...adjustments.map(([feature]) => feature)]
    .filter((feature) => feature !== '')
    .join('+')
  const isDecided = adjustments.some(([feature]) => decisive.has(feature))
  return { candidate, score: Math.round(score), reason, isDecided, isPlainlyNamed: isPlainlyNamed(base) }
}

/** Capitals may be any word and loose groups any number: these need a label that is plain and near. */
function isFormAllowed(
  { features }: ExtractionContext,
  candidate: Candidate,
  { isDirect, isStrong, feature, proximity }: BaseScore,
): boolean {
  const { form, isAlone, code, start, end } = candidate
  if (form === 'loose') return isDirect && (isAlone || isStrong)
  if (form !== 'letters') return true
  if (isAlone && proximity >= nearProximity && end - start > code.length) return isStrong || features.has('intent')
  return isDirect && isStrong && (isAlone || feature === 'strong-before')
}

import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import type { KeywordMatch, LabelMatch } from '../keywords/keyword.ts'
import { firstIndexFrom } from '../spans.ts'
import { isLinked, proximityAfter, proximityBefore } from './proximity.ts'

/** A keyword near a candidate. */
export interface NearbyKeyword<Match> {
  match: Match
  isBefore: boolean
  /** Points for how plainly it refers to the candidate. */
  proximity: number
  /** No unrelated words stand between. */
  isLinked: boolean
}

/** A label near a candidate. */
export type NearbyLabel = NearbyKeyword<LabelMatch>

const maxBefore = 6
const maxAfter = 3

/** The labels before a candidate, nearest first. */
export const labelsBefore = (context: ExtractionContext, candidate: Candidate): NearbyLabel[] =>
  matchesBefore(context, candidate, context.keywords.labels)

/** The labels behind a candidate, nearest first. */
export const labelsAfter = (context: ExtractionContext, candidate: Candidate): NearbyLabel[] =>
  matchesAfter(context, candidate, context.keywords.labels)

function matchesBefore<Match extends KeywordMatch>(
  context: ExtractionContext,
  candidate: Candidate,
  matches: Match[],
): NearbyKeyword<Match>[] {
  const near: NearbyKeyword<Match>[] = []
  for (let at = firstIndexFrom(matches, candidate.start) - 1; at >= 0 && near.length < maxBefore; at--) {
    const match = matches[at]
    if (!match) break
    if (match.end > candidate.start) continue
    const proximity = proximityBefore(context, match, candidate)
    if (proximity === 0) break
    near.push({ match, isBefore: true, proximity, isLinked: isLinked(context, match, candidate) })
  }
  return near
}

function matchesAfter<Match extends KeywordMatch>(
  context: ExtractionContext,
  candidate: Candidate,
  matches: Match[],
): NearbyKeyword<Match>[] {
  const near: NearbyKeyword<Match>[] = []
  for (let at = firstIndexFrom(matches, candidate.end); at < matches.length && near.length < maxAfter; at++) {
    const match = matches[at]
    const proximity = match ? proximityAfter(context, match, candidate) : 0
    if (!match || proximity === 0) break
    near.push({ match, isBefore: false, proximity, isLinked: proximity >= 58 })
  }
  return near
}

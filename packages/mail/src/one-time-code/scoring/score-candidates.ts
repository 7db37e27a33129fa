import type { Candidate } from '../candidates/candidate.ts'
import type { ExtractionContext } from '../extraction-context.ts'
import { baseScoreOf } from './base-score.ts'
import { rowLabel } from './distance.ts'
import { type BaseScore, type Feature, isNumber, type NamedPlace, type Place } from './feature.ts'
import type { FeatureTable } from './feature-table.ts'
import { isLetter, placesInLetter } from './letter.ts'
import { letterFeatures } from './letter-features.ts'
import { areLettersNamed } from './letters.ts'
import { isLoneNumber } from './lone-number.ts'
import { labelsAfter, labelsBefore } from './nearby-keywords.ts'
import { supersededCodes } from './superseded-codes.ts'

/** A candidate with its score; `reason` names the features that made it, never the code. */
export interface ScoredCandidate {
  candidate: Candidate
  score: number
  reason: string
  /** The mail shows what it is instead: quoted in an answer, another's words, an example, or over. The wording is not asked then. */
  isDecided: boolean
  /** A label plainly names it and nothing speaks against it: the wording takes nothing from it. */
  isPlain: boolean
}

/** A number in a letter, with what the letter shows of it. */
export interface PlaceInLetter {
  candidate: Candidate
  features: string[]
}

/** The codes of a view with their scores. */
export interface ScoredCodes {
  /** Of candidates with the same code the best one. */
  best: Map<string, ScoredCandidate>
  /** The places of numbers in a letter, where no label names the code. */
  inLetter: () => PlaceInLetter[]
}

/** Scores every candidate of a view. */
export function scoreCandidates(context: ExtractionContext, table: FeatureTable): ScoredCodes {
  const best: ScoredCodes['best'] = new Map()
  if (!mayHaveCode(context)) return { best, inLetter: () => [] }
  const all = placesIn(context, table)
  for (const [code, places] of Map.groupBy(all, ({ candidate }) => candidate.code)) {
    const ofCode = table.ofCode.filter(({ when }) => places.some(when))
    for (const place of places) {
      const scored = scoreOf(place, table, ofCode)
      if (scored && scored.score > (best.get(code)?.score ?? Number.NEGATIVE_INFINITY)) best.set(code, scored)
    }
  }
  return { best, inLetter: () => scoreLetter(context, all, table) }
}

function scoreLetter(
  context: ExtractionContext,
  all: NamedPlace[],
  { ofPlace, ofCode }: FeatureTable,
): PlaceInLetter[] {
  return placesInLetter(context, all).flatMap((place) => {
    const same = all.filter(({ candidate }) => candidate.code === place.candidate.code)
    const ofItsCode = ofCode.filter(({ when }) => same.some(when))
    if (ofItsCode.some(({ isDecisive }) => isDecisive)) return []
    const names = [...ofPlace.filter(({ when }) => when(place)), ...ofItsCode].map(({ name }) => name)
    return [{ candidate: place.candidate, features: letterFeatures(place, names) }]
  })
}

/** Whether a label of another kind of number names a candidate. */
export const isNamedElse = (context: ExtractionContext, candidate: Candidate, { names }: FeatureTable): boolean =>
  baseScoreOf(placeOf(context, candidate), names).penalty > 0

function mayHaveCode(context: ExtractionContext): boolean {
  const { features, candidates } = context
  if (features.hasCodeLabel || features.signals > 0) return true
  if (features.has('enter') || features.has('fresh')) return true
  return candidates.some(({ isBound }) => isBound) || isLoneNumber(context) || isLetter(context)
}

const placeOf = (context: ExtractionContext, candidate: Candidate): Place => ({
  context,
  candidate,
  before: labelsBefore(context, candidate),
  after: labelsAfter(context, candidate),
  row: rowLabel(context.view, candidate),
})

const replacementScore = { points: 46, feature: 'successor', proximity: 50 } as const

/** All places of codes; one that replaces another has at least the score of a replacement. */
function placesIn(context: ExtractionContext, { names }: FeatureTable): NamedPlace[] {
  const { candidates } = context
  const isLone = isLoneNumber(context)
  const found = candidates.map((candidate) => {
    const place = placeOf(context, candidate)
    return { ...place, base: baseScoreOf(place, names) }
  })
  const { superseded, replacements } = supersededCodes(context, found)
  const hasNumber = found.some(({ candidate, base }) => isNumber(candidate) && (candidate.isAlone || base.isDirect))
  return found.map(({ base, ...place }) => {
    const isReplacement = replacements.has(place.candidate) && base.points < replacementScore.points
    return {
      ...place,
      base: isReplacement ? { ...base, ...replacementScore } : base,
      isLone,
      hasNumber,
      isOnly: candidates.every(({ code, form }) => code === place.candidate.code || form === 'letters'),
      isSuperseded: superseded.has(place.candidate),
    }
  })
}

const pointsOf = ({ points }: Feature, place: NamedPlace): number =>
  typeof points === 'number' ? points : points(place)

/** The score of a number in its place: its base score with what all features add. Null where it can be no code. */
function scoreOf(named: NamedPlace, table: FeatureTable, ofCode: readonly Feature[]): ScoredCandidate | null {
  const base = named.base.points > 0 ? named.base : prominenceScore(named, table)
  if (!base) return null
  const place = { ...named, base }
  if (!isFormAllowed(place)) return null
  const found: { feature: Feature; points: number }[] = []
  for (const feature of table.ofPlace)
    if (feature.when(place)) found.push({ feature, points: pointsOf(feature, place) })
  for (const feature of ofCode) found.push({ feature, points: pointsOf(feature, place) })
  const counted = found.filter(({ points }) => points !== 0)
  return {
    candidate: place.candidate,
    score: Math.round(counted.reduce((sum, { points }) => sum + points, base.points)),
    reason: [base.feature, ...counted.map(({ feature }) => feature.name)].filter((name) => name !== '').join('+'),
    isDecided: counted.some(({ feature }) => feature.isDecisive),
    isPlain: base.isPlain && counted.every(({ points }) => points > 0),
  }
}

/** The base score of a number that is set apart in the body and so needs no label beside it; null where it is not. */
function prominenceScore(place: NamedPlace, { prominences }: FeatureTable): BaseScore | null {
  const { base, candidate, context } = place
  const isSetApart = candidate.isAlone && candidate.start > context.view.subjectEnd && candidate.form !== 'letters'
  if (!isSetApart || base.points <= -30) return null
  const feature = prominences.find(({ when }) => when(place))
  return feature ? { ...base, points: pointsOf(feature, place) + base.points, feature: feature.name } : null
}

/** Letters may be any word and loose groups any number: these need a label that is plain and near. */
function isFormAllowed(place: NamedPlace): boolean {
  const { candidate, base } = place
  if (candidate.form === 'loose') return base.isDirect && (candidate.isAlone || base.isStrong)
  return candidate.form !== 'letters' || areLettersNamed(place)
}

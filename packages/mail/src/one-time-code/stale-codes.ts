import type { Candidate, Span } from './candidate.ts'
import { distanceOf, leadsIn, reachBefore } from './reach.ts'
import { firstFrom, type Scene } from './scene.ts'
import type { Support } from './support.ts'

/** One place where a code stands, and what the words around it say. */
export interface Sighting {
  candidate: Candidate
  support: Support
}

/** Which candidates a mail calls void, and which it puts in their place. */
export interface Succession {
  voided: ReadonlySet<Candidate>
  successors: ReadonlySet<Candidate>
}

const maxStaleChars = 80
const maxStaleHeadChars = 40
const maxDenialChars = 40

/**
 * Of an old code and a new one the new counts: what the mail calls no longer good is void, and so is what it only denies something of
 * (`482913 won't work`), if a number of the same form follows that could take its place.
 */
export function successionOf(scene: Scene, sightings: readonly Sighting[]): Succession {
  const voided = new Set<Candidate>()
  const successors = new Set<Candidate>()
  for (const { candidate, support } of sightings) {
    const isVoid = isStale(scene, candidate)
    if (isVoid) voided.add(candidate)
    if (!isVoid && (support.points <= 0 || !isDenied(scene, candidate))) continue
    const heirs = sightings.filter((other) => mayFollow(scene, candidate, other))
    if (heirs.length > 0) voided.add(candidate)
    for (const heir of heirs) successors.add(heir.candidate)
  }
  return { voided, successors }
}

function mayFollow(scene: Scene, old: Candidate, { candidate, support }: Sighting): boolean {
  const isLike =
    isNumber(candidate) === isNumber(old) && candidate.code.length === old.code.length && candidate.code !== old.code
  return (
    isLike &&
    isOffered(scene, old, { candidate, support }) &&
    support.objection === 0 &&
    !isStale(scene, candidate) &&
    !isDenied(scene, candidate)
  )
}

const maxOfferChars = 250

/** A number that stands close behind the old one, and is named, requested or set apart. */
function isOffered({ view }: Scene, old: Candidate, { candidate, support }: Sighting): boolean {
  const { chars, sentences, gap } = distanceOf(view, { before: old, after: candidate })
  if (chars < 0 || chars > maxOfferChars || sentences > 3) return false
  return candidate.isAlone || support.points > 0 || leadsIn(gap)
}

/** Whether the mail says of the candidate that it is no longer good: `your previous code 482913`, `482913 has expired`. */
function isStale(scene: Scene, candidate: Candidate): boolean {
  const { stale, labels } = scene.findings
  const next = firstFrom(stale, candidate.end)
  const behind = stale[next]
  if (behind) {
    const { chars, sentences, lines } = distanceOf(scene.view, { before: candidate, after: behind })
    if (chars <= maxStaleChars && sentences === 0 && lines === 0) return true
  }
  const before = stale[next - 1]
  if (!before || before.end > candidate.start || reachBefore(scene, before, candidate) < 40) return false
  const { chars, sentences, lines } = distanceOf(scene.view, { before, after: candidate })
  if (sentences > 0 || (lines > 0 && chars > maxStaleHeadChars) || speaksOfAnother(scene, before)) return false
  return !labels.some(({ kind, start, end }) => kind !== 'negative' && start >= before.end && end <= candidate.start)
}

/** Whether a number before it in the same sentence is what the phrase is about. */
function speaksOfAnother({ view, candidates }: Scene, phrase: Span): boolean {
  const other = candidates[firstFrom(candidates, phrase.start) - 1]
  return other !== undefined && view.places.sentences[other.start] === view.places.sentences[phrase.start]
}

/** A word that denies something right behind it. */
function isDenied({ view, findings: { negation } }: Scene, candidate: Candidate): boolean {
  const behind = negation[firstFrom(negation, candidate.end)]
  if (!behind) return false
  const { chars, sentences, lines } = distanceOf(view, { before: candidate, after: behind })
  return chars <= maxDenialChars && sentences === 0 && lines === 0
}

const isNumber = ({ form }: Candidate): boolean => form === 'digits' || form === 'grouped'

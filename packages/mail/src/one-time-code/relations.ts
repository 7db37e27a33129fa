import type { Candidate } from './candidate.ts'
import type { LabelHit, SignHit } from './lexicon.ts'
import { isLinked, reachAfter, reachBefore } from './reach.ts'
import { firstFrom, type Scene } from './scene.ts'

/** A phrase near a candidate, and how plainly it refers to it, in points. */
export interface Relation<Hit> {
  hit: Hit
  isBefore: boolean
  reach: number
  /** No word that says nothing of codes stands in between. */
  isLinked: boolean
}

export type LabelRelation = Relation<LabelHit>

const maxBefore = 6
const maxAfter = 3

/** The labels before a candidate, nearest first. */
export const labelsBefore = (scene: Scene, candidate: Candidate): LabelRelation[] =>
  hitsBefore(scene, candidate, scene.findings.labels)

/** The labels behind a candidate, nearest first. */
export const labelsAfter = (scene: Scene, candidate: Candidate): LabelRelation[] =>
  hitsAfter(scene, candidate, scene.findings.labels)

/** The nearest requests to type something in, on either side. */
export function requestsAround(scene: Scene, candidate: Candidate): Relation<SignHit>[] {
  const { enter } = scene.findings
  return [...hitsBefore(scene, candidate, enter).slice(0, 1), ...hitsAfter(scene, candidate, enter).slice(0, 1)]
}

function hitsBefore<Hit extends SignHit>(scene: Scene, candidate: Candidate, hits: Hit[]): Relation<Hit>[] {
  const near: Relation<Hit>[] = []
  for (let at = firstFrom(hits, candidate.start) - 1; at >= 0 && near.length < maxBefore; at--) {
    const hit = hits[at]
    if (!hit) break
    if (hit.end > candidate.start) continue
    const reach = reachBefore(scene, hit, candidate)
    if (reach === 0) break
    near.push({ hit, isBefore: true, reach, isLinked: isLinked(scene, hit, candidate) })
  }
  return near
}

function hitsAfter<Hit extends SignHit>(scene: Scene, candidate: Candidate, hits: Hit[]): Relation<Hit>[] {
  const near: Relation<Hit>[] = []
  for (let at = firstFrom(hits, candidate.end); at < hits.length && near.length < maxAfter; at++) {
    const hit = hits[at]
    const reach = hit ? reachAfter(scene, hit, candidate) : 0
    if (!hit || reach === 0) break
    near.push({ hit, isBefore: false, reach, isLinked: reach >= 58 })
  }
  return near
}

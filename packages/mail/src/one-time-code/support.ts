import type { Candidate } from './candidate.ts'
import { type Claim, claimsFor } from './claims.ts'
import { directReach, wordEnd } from './reach.ts'
import { type LabelRelation, labelsAfter, labelsBefore } from './relations.ts'
import { type Scene, speaksForCode } from './scene.ts'

/** What the words around a candidate say of it, in points. */
export interface Support {
  points: number
  /** The strongest ground, for the reason. */
  ground: string
  /** A label that names a code stands right at it. */
  isDirect: boolean
  isStrong: boolean
  /** No other words stand between it and that label. */
  isLinked: boolean
  /** Points that a word for another kind of number took away. */
  objection: number
  /** How plainly the strongest ground refers to it. */
  reach: number
}

/** Weighs the labels around a candidate: the best that speaks for a code, less the nearest that says it is something else. */
export function supportOf(scene: Scene, candidate: Candidate): Support {
  if (candidate.isBound)
    return { points: 70, ground: 'bound', isDirect: true, isStrong: true, isLinked: true, objection: 0, reach: 60 }
  const before = labelsBefore(scene, candidate)
  const after = labelsAfter(scene, candidate)
  const best = strongest(candidate, claimsFor(scene, candidate, [...before, ...after]))
  const objection = objectionTo(scene, { candidate, best, before, after })
  if (!best)
    return { points: -objection, ground: '', isDirect: false, isStrong: false, isLinked: false, objection, reach: 0 }
  return {
    points: best.points - objection,
    ground: objection > 0 ? `${best.ground}+negative` : best.ground,
    isDirect: best.reach >= directReach && objection === 0,
    isStrong: best.isStrong,
    isLinked: best.isLinked,
    objection,
    reach: best.reach,
  }
}

/** The best claim; a word for a code right at the number and the request to type it in support each other. */
function strongest({ form }: Candidate, claims: Claim[]): Claim | null {
  const [best] = claims.toSorted((one, other) => other.points - one.points)
  if (!best) return null
  const isAsked = claims.some(({ ground }) => ground.startsWith('enter'))
  const named = claims.filter(({ ground, reach }) => !ground.startsWith('enter') && reach >= directReach)
  if (!isAsked || named.length === 0 || (form !== 'digits' && form !== 'grouped')) return best
  const isWeaklyNamed = named.every(({ ground }) => ground.startsWith('weak'))
  return { ...best, points: best.points + (isWeaklyNamed ? 4 : 8), ground: `${best.ground}+asked` }
}

interface Case {
  candidate: Candidate
  best: Claim | null
  before: LabelRelation[]
  after: LabelRelation[]
}

const captionReach = 32

/** How much the nearest label that means another number takes away. */
function objectionTo(scene: Scene, { candidate, best, before, after }: Case): number {
  const [behind] = after
  const isClaimedBefore = best?.isBefore === true && best.reach >= directReach
  if (behind && !speaksForCode(behind.hit) && !isClaimedBefore) {
    if (behind.reach >= 58) return 60
    if (candidate.isAlone && behind.reach >= captionReach) return 25
  }
  const negative = before.find(({ hit }) => !speaksForCode(hit))
  if (!negative || negative.reach <= 10) return 0
  const isNearer = !best?.isBefore || best.start < negative.hit.start
  if (!isNearer) return 0
  if (best && governs(scene, { best, negative, candidate })) return 0
  if (best && !best.isBefore && best.reach >= 58) return 10
  return negative.reach >= directReach ? 60 : negative.reach >= 35 ? 40 : 15
}

/** A comma, or the space that parts clauses in Thai. */
const clauseEnd = /[,;\u3001](?!\d)|[\u0e00-\u0e7f] [\u0e00-\u0e7f]/

/**
 * `The TAN for your order is 482913`: within one sentence about a code, the other word must stand right before the number to have it
 * (`the code for order 482913`).
 */
function governs(
  { view }: Scene,
  { best, negative, candidate }: { best: Claim; negative: LabelRelation; candidate: Candidate },
): boolean {
  if (!best.isBefore || best.reach < 44) return false
  const { sentences, cells } = view.places
  const { start } = negative.hit
  if (sentences[best.start] !== sentences[start] || cells[best.start] !== cells[start]) return false
  if (best.start > start || clauseEnd.test(view.plain.slice(best.start, start))) return false
  const gap = view.plain.slice(wordEnd(view, negative.hit), candidate.start)
  if (!best.isStrong) return /\p{L}\P{L}+\p{L}/u.test(gap)
  if (candidate.isAlone) return true
  return !/^[^\p{L}:]*(?:\p{L}{1,4}\.|no|nr|№)?[^\p{L}:]*$/iu.test(gap)
}

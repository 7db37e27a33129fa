import type { Candidate } from './candidate.ts'
import { type Claim, claimsFor } from './claims.ts'
import type { LabelHit } from './lexicon.ts'
import { directReach, wordEnd } from './reach.ts'
import { type LabelRelation, labelsAfter, labelsBefore } from './relations.ts'
import { firstFrom, type Scene, speaksForCode } from './scene.ts'

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
  const claims = claimsFor(scene, candidate, [...before, ...after])
  const best = strongest(candidate, claims)
  const objection = objectionTo(scene, { candidate, best, claims, before, after })
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
  const [points, ground] = isWeaklyNamed ? [4, 'weak-asked'] : [8, 'asked']
  return { ...best, points: best.points + points, ground: `${best.ground}+${ground}` }
}

interface Case {
  candidate: Candidate
  best: Claim | null
  claims: Claim[]
  before: LabelRelation[]
  after: LabelRelation[]
}

const captionReach = 32

/** How much the nearest label that means another number takes away. */
function objectionTo(scene: Scene, { candidate, best, claims, before, after }: Case): number {
  const [behind] = after
  const isClaimedBefore = best?.isBefore === true && best.reach >= directReach
  if (behind && !speaksForCode(behind.hit) && !isClaimedBefore && !isPartOfName(scene, behind.hit)) {
    if (behind.reach >= 58) return 60
    if (candidate.isAlone && behind.reach >= captionReach) return 25
  }
  const negative = before.find(({ hit }) => !speaksForCode(hit))
  if (!negative || negative.reach <= 10) return 0
  if (best?.isBefore && best.start >= negative.hit.start) return 0
  if (claims.some((claim) => isNamedNearer(scene, claim, negative))) return 0
  if (claims.some((claim) => governs(scene, { claim, negative, candidate }))) return 0
  if (best && !best.isBefore && (best.reach >= 58 || isParted(scene, negative, candidate))) return 10
  return negative.reach >= directReach ? 60 : negative.reach >= 35 ? 40 : 15
}

/** A plain word for codes stands between the other word and the number. */
const isNamedNearer = ({ tone }: Scene, { ground, isBefore, reach, start }: Claim, negative: LabelRelation): boolean =>
  isBefore &&
  reach >= directReach &&
  start > negative.hit.start &&
  (tone.isAboutElse ? /^(?:strong|ambiguous)/ : /^(?:strong|ambiguous|weak)/).test(ground)

/** `482913 is your booking verification code`: the word behind it is the one that counts. */
function isPartOfName({ findings: { labels }, view }: Scene, { end }: LabelHit): boolean {
  const next = labels[firstFrom(labels, end)]
  if (next === undefined || next.start - end > 3) return false
  return (
    (next.kind === 'strong' || next.kind === 'ambiguous') && /^[ 的の의-]*$/.test(view.plain.slice(end, next.start))
  )
}

/** `On the page of your order enter 482913`: other words stand between. */
function isParted({ view }: Scene, { hit }: LabelRelation, { start, isAlone }: Candidate): boolean {
  return (
    !isAlone &&
    /\p{L}{2}\P{L}+\p{L}{2}|[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]{3}/u.test(
      view.plain.slice(wordEnd(view, hit), start),
    )
  )
}

/** A comma, or the space that parts clauses in Thai. */
const clauseEnd = /[,;\u3001](?!\d)|[\u0e00-\u0e7f] [\u0e00-\u0e7f]/

/**
 * `The TAN for your order is 482913`: within one sentence about a code, the other word must stand right before the number to have it
 * (`the code for order 482913`).
 */
function governs(
  { view }: Scene,
  { claim, negative, candidate }: { claim: Claim; negative: LabelRelation; candidate: Candidate },
): boolean {
  if (!claim.isBefore || claim.reach < 44) return false
  const { sentences, cells } = view.places
  const { start } = negative.hit
  if (sentences[claim.start] !== sentences[start] || cells[claim.start] !== cells[start]) return false
  if (claim.start > start || clauseEnd.test(view.plain.slice(claim.start, start))) return false
  const gap = view.plain.slice(wordEnd(view, negative.hit), candidate.start)
  // `OTP serial number: 8402216` is one name.
  if (start - claim.end <= 1 && !/\p{L}/u.test(gap)) return false
  if (!claim.isStrong) return /\p{L}\P{L}+\p{L}/u.test(gap)
  if (candidate.isAlone) return true
  return !/^[^\p{L}:]*(?:(?:\p{L}{1,4}\.|no|nr)[^\p{L}:]*)?$/iu.test(gap)
}

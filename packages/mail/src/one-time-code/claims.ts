import type { Candidate, Span } from './candidate.ts'
import { isCouponLike, isScrambled } from './code-shapes.ts'
import { shareOf } from './label-share.ts'
import type { LabelHit, SignHit } from './lexicon.ts'
import type { MailView } from './mail-view.ts'
import { directReach, leadsIn } from './reach.ts'
import { type LabelRelation, type Relation, requestsAround } from './relations.ts'
import { firstFrom, type Scene, speaksForCode, type Tone } from './scene.ts'

/** A ground for taking a candidate for the code, and its points. */
export interface Claim {
  /** The kind of ground, for the reason. */
  ground: string
  points: number
  /** How plainly the words of the claim refer to the candidate. */
  reach: number
  /** A word that names a one-time code. */
  isStrong: boolean
  isBefore: boolean
  isLinked: boolean
  /** Where its phrase stands; `end` may be inside its last word. */
  start: number
  end: number
}

/** Everything that speaks for a candidate. */
export function claimsFor(scene: Scene, candidate: Candidate, labels: LabelRelation[]): Claim[] {
  return [
    ...labels
      .filter((label) => speaksForCode(label.hit) && !isMention(scene, candidate, label))
      .map((label) => labelClaim(scene.tone, label)),
    ...requestClaims(scene, candidate),
    ...announcedClaims(scene, candidate),
    ...expiryClaims(scene, candidate),
    ...openingClaims(scene, candidate),
    ...shapeClaims(scene, candidate),
  ]
}

/** `71930846`, and in a later sentence: `If it was not you, change your password`. */
function isMention({ view }: Scene, candidate: Candidate, { hit, isBefore }: LabelRelation): boolean {
  const { lines } = view.places
  return hit.isPassword === true && !isBefore && lines[hit.start] !== lines[candidate.start]
}

const labelClaim = (tone: Tone, relation: LabelRelation): Claim => ({
  ...claimOf(relation),
  ground: `${relation.hit.kind}-${relation.isBefore ? 'before' : 'after'}`,
  points: relation.reach * shareOf(relation, tone),
  isStrong: relation.hit.kind === 'strong',
})

const claimOf = ({
  hit,
  isBefore,
  isLinked,
  reach,
}: Relation<LabelHit | SignHit>): Omit<Claim, 'ground' | 'points'> => ({
  reach,
  isBefore,
  isLinked,
  isStrong: false,
  start: hit.start,
  end: hit.end,
})

const maxRequestChars = 26
const maxAloneRequestChars = 60

/** `Enter 482913 on the page`: no word for a code, but the mail asks for the number. */
function requestClaims(scene: Scene, candidate: Candidate): Claim[] {
  const { tone } = scene
  const { has, isAboutElse } = tone
  const signs = Number(has('intent')) + Number(has('expiry'))
  if (candidate.form === 'letters' || isCouponLike(candidate)) return []
  if (candidate.form === 'mixed' && signs === 0 && !isScrambled(candidate)) return []
  return requestsAround(scene, candidate)
    .filter(({ hit, reach }) => reach > 0 && isRequested(scene, hit, candidate))
    .map((request) => ({
      ...claimOf(request),
      ground: `enter-${request.isBefore ? 'before' : 'after'}`,
      points:
        (request.isBefore ? 38 : 42) +
        5 * signs -
        (request.isLinked || !request.isBefore ? 0 : 4) -
        (isAboutElse ? 3 : 0) -
        (tone.hasAmounts ? 3 : 0),
      reach: Math.min(request.reach, directReach - 1),
    }))
}

function isRequested(scene: Scene, request: Span, candidate: Candidate): boolean {
  const chars = Math.max(candidate.start - request.end, request.start - candidate.end)
  if (candidate.isAlone) return chars <= (scene.tone.isAboutElse ? maxExpiryChars : maxAloneRequestChars)
  const { lines, sentences } = scene.view.places
  const isSame = (places: Uint16Array): boolean => places[request.start] === places[candidate.start]
  const isNear = chars <= maxRequestChars || (chars <= maxAloneRequestChars && isNamed(scene, request, candidate))
  return isNear && isSame(lines) && isSame(sentences)
}

/** `Enter on the page that is open the key 482913`: the word right before the number is one for codes. */
function isNamed({ findings: { labels }, tone }: Scene, request: Span, { start }: Candidate): boolean {
  const label = labels[firstFrom(labels, start) - 1]
  if (label === undefined || !speaksForCode(label)) return false
  if (tone.isAboutElse && label.kind !== 'strong' && label.kind !== 'ambiguous') return false
  return label.start >= request.end && start - label.end <= maxExpiryChars
}

const maxExpiryChars = 14
const maxAnnouncing = 8

/** `Enter this code on the page of your booking:` and below it the number: whatever else the sentence names. */
function announcedClaims({ findings, view }: Scene, candidate: Candidate): Claim[] {
  const { isAlone, form, start } = candidate
  if (!isAlone || (form !== 'digits' && form !== 'grouped')) return []
  const above = view.plain.slice(Math.max(0, start - maxAnnouncingGap), start)
  if (!/:\s*$/.test(above)) return []
  const colonAt = start - above.length + above.lastIndexOf(':')
  const inSentence = <Hit extends SignHit>(hits: Hit[]): Hit[] => {
    const { sentences } = view.places
    const next = firstFrom(hits, colonAt)
    return hits
      .slice(Math.max(0, next - maxAnnouncing), next)
      .filter((hit) => sentences[hit.start] === sentences[colonAt])
  }
  const label = inSentence(findings.labels).find(
    (hit) => speaksForCode(hit) && hit.kind !== 'number' && !hit.isPassword,
  )
  if (!label || inSentence(findings.enter).length + inSentence(findings.intent).length === 0) return []
  const isStrong = label.kind !== 'weak'
  const points = isStrong ? 56 : 50
  return [
    { ...unnamed(label), ground: 'announced', points, reach: directReach, isStrong, isBefore: true, isLinked: true },
  ]
}

const maxAnnouncingGap = 6

/** `482913 (5 min)`: how long it lives stands right behind the number. */
function expiryClaims({ findings, tone, view }: Scene, candidate: Candidate): Claim[] {
  if (tone.isAboutElse || candidate.form === 'letters' || (candidate.form === 'mixed' && !isScrambled(candidate)))
    return []
  const expiry = findings.expiry[firstFrom(findings.expiry, candidate.end)]
  if (!expiry || expiry.start - candidate.end > maxExpiryChars) return []
  const { sentences, cells } = view.places
  const gap = view.plain.slice(candidate.end, expiry.start)
  if (!/[(,\u3001]/.test(gap) && !isAnnounced(view, candidate)) return []
  // What ends in a year is a subscription or an offer.
  if (/20\d\d/.test(view.plain.slice(expiry.end, expiry.end + maxRequestChars))) return []
  if (sentences[expiry.start] !== sentences[candidate.start] || cells[expiry.start] !== cells[candidate.start])
    return []
  return [{ ...unnamed(expiry), ground: 'expiry-after', points: tone.signs >= 2 || tone.hasSpeaking ? 38 : 30 }]
}

const isAnnounced = ({ plain }: MailView, { start }: Candidate): boolean =>
  leadsIn(plain.slice(Math.max(0, start - 6), start))

const unnamed = ({ start, end }: Span): Omit<Claim, 'ground' | 'points'> => ({
  reach: 0,
  isStrong: false,
  isBefore: false,
  isLinked: false,
  start,
  end,
})

/** A number that a subject begins with, or that the body says the subject holds, or that a dash parts from the rest of its line. */
function openingClaims(scene: Scene, candidate: Candidate): Claim[] {
  const { tone, view } = scene
  const { start, end, code, form } = candidate
  if (form === 'letters' || form === 'loose' || form === 'mixed' || isNamedElse(scene, candidate)) return []
  const as = (ground: string, points: number): Claim => ({ ...unnamed(candidate), ground, points })
  const isLong = code.length >= 5 || tone.signs >= 2
  const isKnown = tone.signs > 0 || tone.hasSpeaking
  if (start >= view.subjectEnd) {
    const isOpening = view.plain[start - 1] === '\n' && /^ ?- /.test(view.plain.slice(end, end + 3))
    return isOpening && isLong && tone.signs > 0 && !tone.isAboutElse ? [as('line-first', 36)] : []
  }
  const claims: Claim[] = []
  if (start === 0 && isLong && isKnown && end < view.subjectEnd)
    claims.push(as('subject-first', tone.has('intent') ? 44 : 38))
  if (tone.pointsAtSubject && (tone.hasSpeaking || tone.signs >= 2)) claims.push(as('subject-pointed', 42))
  return claims
}

/** Another word before it in the subject, or right behind it, has the number. */
function isNamedElse({ findings: { labels }, view }: Scene, { start, end }: Candidate): boolean {
  const inSubject = labels.slice(0, firstFrom(labels, view.subjectEnd))
  return inSubject.some(
    (label) =>
      !speaksForCode(label) && (label.end <= start || (label.start >= end && label.start - end <= maxExpiryChars)),
  )
}

/** Five random characters of mixed case are no other number. */
function shapeClaims({ tone, view }: Scene, candidate: Candidate): Claim[] {
  if (!isScrambled(candidate) || tone.signs === 0 || tone.isAboutElse) return []
  const points = 28 + 6 * tone.signs + (isAnnounced(view, candidate) ? 6 : 0)
  return [{ ...unnamed(candidate), ground: 'scrambled', points }]
}

import { styleBits } from '../html/text-style.ts'
import type { Candidate } from './candidate.ts'
import { isCouponLike, isNamedOffer, isScrambled } from './code-shapes.ts'
import { headsAnother, lineAbove, ownLabel, wordEnd } from './reach.ts'
import { firstFrom, type Scene, type Tone } from './scene.ts'
import type { Support } from './support.ts'

/** A ground for or against a candidate and its points. */
export type Evidence = [name: string, points: number]

/** How the candidate is set. */
export function lookEvidence({ view }: Scene, candidate: Candidate): Evidence[] {
  const { start, isAlone } = candidate
  const look = view.lookAt(start)
  const has = (bit: number): boolean => (look & bit) !== 0
  const evidence: Evidence[] = []
  if (isAlone) evidence.push(ownLabel(view, candidate) === null ? ['alone', 18] : ['in-row', 2])
  if (has(styleBits.isLarge) && isAlone) evidence.push(['large', 8])
  if (has(styleBits.isSpaced)) evidence.push(['spaced', 5])
  else if (has(styleBits.isMonospace | styleBits.isBold)) evidence.push(['set-off', 3])
  if (has(styleBits.isLink)) evidence.push(['link', -12])
  if (has(styleBits.isQuoted)) evidence.push(['quoted', -12])
  if (has(styleBits.isFooter) || (view.footerAt !== -1 && start > view.footerAt)) evidence.push(['footer', -25])
  return evidence
}

/** Gregorian, Buddhist (Thailand), Persian. */
const years = /^(?:(?:19|20)\d\d|25[67]\d|1[34]\d\d)$/

/** What its own characters say of the candidate. */
export function formEvidence(candidate: Candidate, support: Support): Evidence[] {
  const { form } = candidate
  const { ground, isDirect, isStrong } = support
  const evidence: Evidence[] = [['', shapePoints(candidate)]]
  if (form !== 'mixed' && !isPlainlySaid(support)) evidence.push(...numberEvidence(candidate, support))
  if (candidate.hasMark && !(isStrong && isDirect)) evidence.push(['marked', -25])
  if (candidate.hasPrefix && !(isDirect && /^(?:strong|ambiguous)/.test(ground))) evidence.push(['prefix', -15])
  if (isScrambled(candidate)) evidence.push(['scrambled', 12])
  return evidence
}

/** `Your code is 500000` and `500000 is your code`, but not `A code has 1000000 combinations`: codes are drawn by lot, some are round. */
const isPlainlySaid = ({ isDirect, isStrong, isLinked }: Support): boolean => isDirect && isStrong && isLinked

/** What a number that looks like it counts or dates something is taken for, unless the mail plainly says otherwise. */
function numberEvidence({ form, code, isAlone }: Candidate, { ground, isDirect }: Support): Evidence[] {
  const evidence: Evidence[] = []
  const otherwise = isAlone && ground.startsWith('enter') ? -20 : -40
  if (form === 'digits' && years.test(code)) return [['year', isDirect ? -8 : otherwise]]
  if (form === 'digits' && /^20[0-4]\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/.test(code)) evidence.push(['date', -15])
  // The more zeros at its end, the surer it counts something.
  if (/0{4}$/.test(code)) evidence.push(['round', otherwise])
  else if (/000$/.test(code) || (!isDirect && /00$/.test(code))) evidence.push(['round', -12])
  return evidence
}

function shapePoints({ form, code, isAlone }: Candidate): number {
  if (form === 'letters') return -10
  if (form === 'loose') return -8
  if (form === 'mixed') return /[A-Z]/.test(code) ? 3 : isAlone ? 0 : -8
  if (code.length === 6) return 11
  return code.length <= 8 ? 6 : -10
}

/** What the rest of the mail says. */
export function mailEvidence(scene: Scene, candidate: Candidate, support: Support): Evidence[] {
  const { tone } = scene
  const evidence = signEvidence(tone, support)
  if (tone.isAboutElse) {
    const negatives = Math.min(tone.negatives, 5)
    // Gift cards have a PIN that is to be typed in, too.
    const isOfWorth = support.ground.endsWith('weak-asked') && tone.signs < 2 && tone.hasAmounts
    const isSaid = support.ground.startsWith('ambiguous-after') && support.isLinked
    const isFirm = support.isStrong || isSaid || (support.ground.startsWith('enter') && !isOfWorth)
    const isPlain = support.isStrong && support.isDirect && support.isLinked && tone.has('enter')
    evidence.push(['about-else', isPlain ? -4 - negatives : isFirm ? -8 - negatives : -16 - 2 * negatives])
  }
  if (candidate.form === 'mixed' && !support.isStrong && tone.hasPercentage) evidence.push(['percentage', -20])
  if (!support.isStrong && tone.isTechnical) evidence.push(['technical', -18])
  if (support.ground.startsWith('weak-before')) evidence.push(...qualifiedEvidence(scene, candidate))
  if (tone.has('room')) evidence.push(['room', -45])
  // What a bank calls an authorisation code names the payment; nobody has to type it in.
  const isTold = support.isStrong && tone.has('share')
  if (!tone.hasStrongInSubject && tone.isReceipt && (isInTable(scene, candidate) || (tone.showsCard && !isTold)))
    evidence.push(['receipt', -45])
  if (isFormOfOffers(candidate) && !support.isStrong && tone.negatives > 0)
    evidence.push(['offer', -5 * Math.min(tone.negatives, 3)])
  if (isCouponLike(candidate) || (isNamedOffer(candidate) && tone.hasAmounts)) evidence.push(['coupon', -30])
  if (hasDeadline(scene, candidate)) evidence.push(['deadline', 6])
  evidence.push(...elsewhereEvidence(scene, candidate, support))
  if (headsAnother(scene, candidate)) evidence.push(['heads-another', -40])
  return evidence
}

/** `Arkivkode`, `Código de documento`: the word for codes is a part of a name, and that is nothing that the lexicon knows. */
function qualifiedEvidence({ view, findings: { labels } }: Scene, candidate: Candidate): Evidence[] {
  const label = labels[firstFrom(labels, candidate.start) - 1]
  if (label?.kind !== 'weak') return []
  if (/[a-z\u00c0-\u04ff]/i.test(view.plain[label.start - 1] ?? ' ')) return [['compound', -25]]
  const head = ownLabel(view, candidate) ?? lineAbove(view, candidate)
  const isHead = head !== null && label.start >= head.start
  return isHead && /\p{L}{4}/u.test(view.plain.slice(wordEnd(view, label), head.end)) ? [['qualified', -20]] : []
}

/** It stands in a row, or below its head, in a mail that sets prices so, too. */
function isInTable({ tone, view }: Scene, candidate: Candidate): boolean {
  if (ownLabel(view, candidate) !== null) return true
  const { start, isAlone } = candidate
  return tone.hasPriceLine && (isAlone || view.plain.slice(Math.max(0, start - 2), start) === '  ')
}

const nearReach = 44
const plainReach = 57
const maxFarPoints = 10

/** Mails that teach about codes show all the signs as well: for a number that stands far from its label they count less. */
function signEvidence(tone: Tone, { reach }: Support): Evidence[] {
  const signs: Evidence[] = []
  if (tone.has('intent')) signs.push(['intent', 4])
  if (tone.has('expiry')) signs.push(['expiry', 6])
  if (tone.has('share')) signs.push(['share', 5])
  if (tone.hasStrongInSubject) signs.push(['titled', 5])
  const points = signs.reduce((sum, [, points]) => sum + points, 0)
  return reach >= nearReach || points <= maxFarPoints ? signs : [...signs, ['far', maxFarPoints - points]]
}

const isFormOfOffers = (candidate: Candidate): boolean => candidate.form === 'mixed' && !isScrambled(candidate)

const deadline = /[^\d.:/](?:[01]?\d|2[0-3])[:.][0-5]\d(?![.:/]?\d)/
const maxDeadlineChars = 60

/** `… 482913 before 18:47`: a time of day behind the number, in its sentence. */
function hasDeadline({ view }: Scene, { end }: Candidate): boolean {
  const time = deadline.exec(view.plain.slice(end, end + maxDeadlineChars))
  const { sentences } = view.places
  return time !== null && sentences[end + time.index] === sentences[end]
}

/** A code that came by another way is not in this mail: what looks like one is the end of a phone number. */
function elsewhereEvidence(
  { view, findings, tone }: Scene,
  { start, code }: Candidate,
  { ground, isLinked, isStrong, reach }: Support,
): Evidence[] {
  const { sentences } = view.places
  const isInSentence = findings.elsewhere.some((hit) => sentences[hit.start] === sentences[start])
  if (isInSentence && (code.length <= 5 || !isLinked)) return [['elsewhere', -50]]
  if (!tone.has('elsewhere') || ground === 'successor') return []
  return isStrong && isLinked && reach >= plainReach ? [] : [['elsewhere', -30]]
}

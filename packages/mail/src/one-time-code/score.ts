import type { Candidate } from './candidates.ts'
import { isConnector, type LabelHit, type LabelKind, type SignKind } from './labels.ts'

/** The text that is scored, with all that was found in it. */
export interface Evidence {
  folded: string
  labels: LabelHit[]
  signs: ReadonlySet<SignKind>
  candidates: Candidate[]
  /** The subject stands at the head of the text, up to here. */
  subjectEnd: number
}

/** How well a candidate is supported; `reason` names the kinds of evidence, never the code. */
export interface Verdict {
  candidate: Candidate
  score: number
  reason: string
}

const threshold = 50
const maxReach = 240
const sentenceEnd = /[.!?](?=\s)|[。！？]|\n\s*\n|;/

/** The best supported candidate above the threshold; of equals the earliest. */
export function bestCandidate(evidence: Evidence): Verdict | null {
  const { labels, subjectEnd } = evidence
  const kinds = new Set(labels.map((label) => label.kind))
  if (!kinds.has('strong') && !kinds.has('weak') && !kinds.has('ambiguous')) return null
  const mail: MailSigns = {
    kinds,
    signs: evidence.signs,
    isStrongInSubject: labels.some((label) => label.kind === 'strong' && label.start < subjectEnd),
    counts: countCodes(evidence.candidates),
  }

  let best: Verdict | null = null
  for (const candidate of evidence.candidates) {
    const verdict = judge(evidence, candidate, mail)
    if (verdict && verdict.score >= threshold && verdict.score > (best?.score ?? 0)) best = verdict
  }
  return best
}

interface MailSigns {
  kinds: ReadonlySet<LabelKind>
  signs: ReadonlySet<SignKind>
  isStrongInSubject: boolean
  counts: ReadonlyMap<string, number>
}

function countCodes(candidates: Candidate[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { code } of candidates) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

function judge(evidence: Evidence, candidate: Candidate, mail: MailSigns): Verdict | null {
  const support = supportOf(evidence, candidate, mail)
  if (!support) return null
  const isDirect = support.score >= 50
  if (candidate.form === 'letters' && !(isDirect && candidate.isAlone)) return null

  const isRepeated = (mail.counts.get(candidate.code) ?? 0) > 1
  const score =
    support.score +
    formScore(candidate) +
    (candidate.isAlone ? 15 : 0) +
    (mail.signs.has('intent') ? 5 : 0) +
    (mail.signs.has('expiry') ? 8 : 0) +
    (mail.signs.has('share') ? 5 : 0) +
    (mail.isStrongInSubject ? 5 : 0) +
    (isRepeated ? 10 : 0) -
    (isQuoted(evidence.folded, candidate.start) ? 30 : 0) -
    (isYearLike(candidate) && !isDirect ? 40 : 0)
  const signs = [support.reason, candidate.form, candidate.isAlone ? 'alone' : '', isRepeated ? 'repeated' : '']
  return { candidate, score: Math.round(score), reason: signs.filter((sign) => sign !== '').join('+') }
}

function formScore({ form, code }: Candidate): number {
  if (form === 'letters') return -10
  if (form === 'mixed') return /[a-z]/.test(code) && /[A-Z]/.test(code) ? 0 : 3
  if (code.length === 6) return 10
  return code.length <= 8 ? 5 : -10
}

interface Support {
  score: number
  reason: string
}

/** The label that speaks most for a candidate; null where none does, or where a nearer one says it is something else. */
function supportOf(evidence: Evidence, candidate: Candidate, mail: MailSigns): Support | null {
  const before = nearestBefore(evidence, candidate)
  const negative = before.find((label) => label.kind === 'negative')
  const speaking = before.find((label) => speaksForCode(label.kind))
  const negativeReach = negative ? reachBefore(evidence, candidate, negative) : 0
  const support = [...before.filter((label) => speaksForCode(label.kind)), ...nearestAfter(evidence, candidate)]
    .map((label) => weigh(evidence, { candidate, label, mail }))
    .filter((weighed) => weighed !== null)
    .sort((a, b) => b.score - a.score)[0]

  // `TAN for your order of 150,00 EUR is …`: within a sentence about a code, the other word must stand right before the number.
  const isInsideSupport = support?.reason === 'strong-before' && support.score >= 45
  const isNegativeNearer =
    negative !== undefined &&
    negativeReach >= (isInsideSupport ? 55 : 35) &&
    (!speaking || speaking.start < negative.start)
  if (isNegativeNearer && !(support?.reason.includes('after') && support.score >= 50)) return null
  if (support) return support
  return mail.isStrongInSubject && candidate.isAlone && candidate.start > evidence.subjectEnd && !negativeReach
    ? { score: 30, reason: 'subject' }
    : null
}

const speaksForCode = (kind: LabelKind): boolean => kind === 'strong' || kind === 'weak' || kind === 'ambiguous'

/** The labels that stand before, nearest first: at most four. */
function nearestBefore({ labels }: Evidence, { start }: Candidate): LabelHit[] {
  const near: LabelHit[] = []
  for (let at = firstFrom(labels, start) - 1; at >= 0 && near.length < 4; at--) {
    const label = labels[at]
    if (!label || start - label.end > maxReach) break
    if (label.end <= start) near.push(label)
  }
  return near
}

function nearestAfter({ labels }: Evidence, { end }: Candidate): LabelHit[] {
  const near: LabelHit[] = []
  for (let at = firstFrom(labels, end); at < labels.length && near.length < 2; at++) {
    const label = labels[at]
    if (!label || label.start - end > 60 || label.kind === 'negative') break
    if (speaksForCode(label.kind)) near.push(label)
  }
  return near
}

/** The index of the first label that starts at or behind a position. */
function firstFrom(labels: LabelHit[], position: number): number {
  let low = 0
  let high = labels.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((labels[middle]?.start ?? 0) < position) low = middle + 1
    else high = middle
  }
  return low
}

function weigh(evidence: Evidence, pair: { candidate: Candidate; label: LabelHit; mail: MailSigns }): Support | null {
  const { candidate, label, mail } = pair
  const isBefore = label.end <= candidate.start
  const reach = isBefore ? reachBefore(evidence, candidate, label) : reachAfter(evidence, candidate, label)
  const share = shareOf(label.kind, mail, !isBefore && isConnector(evidence.folded.slice(candidate.end, label.end)))
  return reach * share <= 0 ? null : { score: reach * share, reason: `${label.kind}-${isBefore ? 'before' : 'after'}` }
}

/** A weak word counts fully with a second sign, and hardly where the mail is about other numbers. */
function shareOf(kind: LabelKind, { kinds, signs: { size } }: MailSigns, isConnected: boolean): number {
  if (kind === 'strong') return 1
  if (kind === 'ambiguous') return kinds.has('negative') && size < 2 ? 0.4 : 1
  if (kinds.has('negative') && size < 2) return isConnected ? 0.7 : 0.4
  return isConnected ? 0.95 : ([0.5, 0.8, 0.9, 0.95][size] ?? 0.5)
}

function reachBefore(evidence: Evidence, candidate: Candidate, label: LabelHit): number {
  const gap = evidence.folded.slice(label.end, candidate.start)
  // Another number in between has taken the label, unless it only stands in the sentence that announces this one.
  const isConsumed = evidence.candidates.some(
    (other) => other.start >= label.end && other.end <= candidate.start && (other.isAlone || !candidate.isAlone),
  )
  const reach = reachOver(gap, candidate.isAlone)
  return isConsumed ? reach * 0.4 : reach
}

function reachOver(gap: string, isAlone: boolean): number {
  const breaks = gap.split(/\n\s*/).length - 1
  if (breaks === 0) {
    if (/[:=>-]\s*["'*[(]*$/.test(gap) && gap.length <= 60) return sentenceEnd.test(gap) ? 25 : 60
    if (sentenceEnd.test(gap)) return isAlone ? 35 : 12
    return gap.length <= 25 ? 58 : gap.length <= 90 ? 46 : 20
  }
  if (!isAlone) return breaks === 1 && gap.length <= 80 && !/[.!?]\s*\n/.test(gap) ? 40 : 10
  const isAnnounced = /[:：]\s*$/.test(gap)
  if (breaks === 1) return isAnnounced ? 55 : 50
  return breaks <= 3 && gap.length <= 160 ? (isAnnounced ? 50 : 40) : 15
}

function reachAfter({ folded, signs }: Evidence, candidate: Candidate, label: LabelHit): number {
  const gap = folded.slice(candidate.end, label.start)
  // `Use 123456 to sign in. The code is valid for …`
  if (sentenceEnd.test(`${gap} `)) return gap.length <= 30 && signs.has('intent') && signs.has('expiry') ? 35 : 0
  if (gap.includes('\n')) return candidate.isAlone && gap.length <= 30 ? 35 : 0
  return gap.length <= 40 ? 55 : 35
}

function isQuoted(folded: string, at: number): boolean {
  const line = folded.slice(Math.max(folded.lastIndexOf('\n', at), at - 80) + 1, at)
  return line.startsWith('>')
}

const isYearLike = ({ code, form }: Candidate): boolean => form === 'digits' && /^(?:19|20)\d\d$/.test(code)

import { htmlToText, type RenderedHtml } from '../html/html-to-text.ts'
import type { Work } from '../work.ts'
import { findCandidates } from './find-candidates.ts'
import { judgeCandidates, type Verdict } from './judge-candidates.ts'
import { findPhrases } from './lexicon.ts'
import { type MailView, textBody, viewOf } from './mail-view.ts'
import { normalText } from './normal-text.ts'
import { toneOf } from './scene.ts'

/** What a mail shows its reader, as the extractor wants it. */
export interface CodeSource {
  subject: string
  /** The text part; `''` where there is none. */
  text: string
  /** The HTML part, as source or already rendered. */
  html?: string | RenderedHtml | undefined
  /** The value of an `OTP-Token` header, if the mail has one. */
  otpTokenHeader?: string | undefined
}

/** A one-time code in canonical form (ASCII, separators and vendor prefix removed, case kept), with the evidence for it. */
export interface OneTimeCode {
  code: string
  /** Points of evidence, 51 or more: what has less is not reported at all. */
  score: number
  /** The kinds of evidence; never holds the code. */
  reason: string
  /** Where it stands. */
  view: 'subject' | 'html' | 'text'
}

const threshold = 51
/** From here on the HTML speaks for itself, and the text part is not asked. */
const certainty = 85
const maxSubjectChars = 1000
const maxViewChars = 64 * 1024
const maxHtmlChars = 512 * 1024
const minTextChars = 20

/**
 * Finds the one-time code that a mail brings its reader, or null where it brings none: numbers of orders, phones, prices, dates,
 * bookings and coupons are not codes, hidden text does not count, and no code is better than a wrong one. Deterministic, linear over
 * the head of each view (64 Ki characters rendered, 512 Ki of HTML); never throws.
 */
export function extractOneTimeCode(source: CodeSource, work: Work = { steps: 0 }): OneTimeCode | null {
  const html = typeof source.html === 'string' ? htmlToText(source.html.slice(0, maxHtmlChars), work) : source.html
  const subject = source.subject.slice(0, maxSubjectChars)
  const fromHtml = html && html.text !== '' ? judgeView(htmlView(subject, html), { source, work }) : null
  if (fromHtml?.best && fromHtml.best.score >= certainty) return fromHtml.best
  const isTextAsked = fromHtml === null || hasSubstance(source.text)
  const fromText = isTextAsked ? judgeView(textView(subject, source.text), { source, work }) : null
  return merged(fromHtml, fromText)
}

/** What one view says: its best code, whatever its score, and the scores of all that it saw. */
interface Opinion {
  best: OneTimeCode | null
  all: ReadonlyMap<string, OneTimeCode>
}

const htmlView = (subject: string, { text, layout }: RenderedHtml): MailView =>
  viewOf(subject, { name: 'html', text: text.slice(0, maxViewChars), layout })

const textView = (subject: string, text: string): MailView =>
  viewOf(subject, textBody(text.slice(0, maxViewChars).replaceAll('\r\n', '\n')))

/** A text part that only says that the mail is HTML holds no digits, or next to nothing else. */
const hasSubstance = (text: string): boolean => text.length >= minTextChars && /\p{Nd}|[A-Z]{3}-?[A-Z]{3}/u.test(text)

function judgeView(view: MailView, { source, work }: { source: CodeSource; work: Work }): Opinion {
  const candidates = findCandidates(view.plain, work)
  if (candidates.length === 0) return { best: null, all: new Map() }
  const claimed = claimedCode(source.otpTokenHeader)
  const header = candidates.find(({ code }) => claimed.includes(code))
  if (header) return opinionOf(view, [{ candidate: header, score: 100, reason: 'otp-token' }])

  const findings = findPhrases(view.folded, work)
  const scene = { view, candidates, findings, tone: toneOf(findings, view) }
  return opinionOf(view, judgeCandidates(scene).values())
}

function opinionOf(view: MailView, verdicts: Iterable<Verdict>): Opinion {
  const all = new Map<string, OneTimeCode>()
  let best: OneTimeCode | null = null
  for (const { candidate, score, reason } of verdicts) {
    const place = candidate.start < view.subjectEnd ? 'subject' : view.name
    const found = { code: candidate.code, score, reason, view: place } as const
    all.set(candidate.code, found)
    if (score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = found
  }
  return { best, all }
}

/** The sender's own claim (draft-goto-otp-token), believed where the same code stands in the visible mail. */
function claimedCode(header: string | undefined): string[] {
  if (header === undefined) return []
  return normalText(header.slice(0, 200))
    .plain.split(/[\s;,="]+/)
    .map((claim) => claim.replaceAll('-', ''))
}

const agreement = 10

const agreedScore = (one: number, other: number): number =>
  (one + other) / 2 + (Math.max(one, other) >= threshold ? agreement : 0)

/** What both views saw counts by the mean of their scores and something for their agreement. */
function merged(html: Opinion | null, text: Opinion | null): OneTimeCode | null {
  let best: OneTimeCode | null = null
  for (const found of [...(html?.all.values() ?? []), ...(text?.all.values() ?? [])]) {
    const other = (html?.all.get(found.code) === found ? text : html)?.all.get(found.code)
    const score = other ? agreedScore(found.score, other.score) : found.score
    if (score >= threshold && score > (best?.score ?? 0)) best = { ...found, score: Math.round(score) }
  }
  return best
}

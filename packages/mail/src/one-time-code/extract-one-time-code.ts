import { htmlToText, type RenderedHtml } from '../html/html-to-text.ts'
import { type Candidate, findCandidates } from './candidates.ts'
import { findLabels, findSigns } from './labels.ts'
import { normalText } from './normal-text.ts'
import { textUnits } from './phrase-trie.ts'
import { bestCandidate } from './score.ts'

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
  /** Points of evidence; those who fall below 50 are not reported at all. */
  score: number
  /** The kinds of evidence; never holds the code. */
  reason: string
  /** Where it stands. */
  view: 'subject' | 'html' | 'text'
}

const maxViewChars = 64 * 1024
const maxHtmlChars = 512 * 1024

/**
 * Finds the one-time code that a mail brings its reader, or null where it brings none: numbers of orders, phones, prices, dates,
 * bookings and coupons are not codes, hidden text does not count, and no code is better than a wrong one. Deterministic, linear over
 * the head of each view (64 Ki characters rendered, 512 Ki of HTML); never throws.
 */
export function extractOneTimeCode(source: CodeSource): OneTimeCode | null {
  const html = typeof source.html === 'string' ? htmlToText(source.html.slice(0, maxHtmlChars)) : source.html
  const found = html && html.text !== '' ? extractFrom(source, html.text, 'html') : null
  return found ?? extractFrom(source, source.text, 'text')
}

function extractFrom(source: CodeSource, body: string, view: 'html' | 'text'): OneTimeCode | null {
  const subject = source.subject.slice(0, 1000)
  const whole = `${subject}\n\n${body.slice(0, maxViewChars).replaceAll('\r\n', '\n')}`
  if (!/\p{Nd}|[A-Z]{3}-?[A-Z]{3}/u.test(whole)) return null

  const { plain, folded } = normalText(whole)
  const subjectEnd = plain.indexOf('\n')
  const candidates = findCandidates(plain)
  const viewOf = ({ start }: Candidate): OneTimeCode['view'] => (start < subjectEnd ? 'subject' : view)

  const claimed = claimedCandidate(candidates, source.otpTokenHeader)
  if (claimed) return { code: claimed.code, score: 100, reason: 'otp-token', view: viewOf(claimed) }
  if (candidates.length === 0) return null
  const units = textUnits(folded)
  const labels = findLabels(folded, units)
  const best = bestCandidate({ folded, labels, signs: findSigns(units), candidates, subjectEnd })
  return best && { code: best.candidate.code, score: best.score, reason: best.reason, view: viewOf(best.candidate) }
}

/** The sender's own claim (draft-goto-otp-token), believed where the same code stands in the mail. */
function claimedCandidate(candidates: Candidate[], header: string | undefined): Candidate | null {
  if (header === undefined) return null
  const claims = normalText(header.slice(0, 200))
    .plain.split(/[\s;,="]+/)
    .map((claim) => claim.replaceAll('-', ''))
  return candidates.find((candidate) => claims.includes(candidate.code)) ?? null
}

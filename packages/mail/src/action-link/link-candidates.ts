import type { RenderedHtml } from '../html/html-to-text.ts'
import { styleBits } from '../html/text-style.ts'
import { lookAt } from '../html/text-writer.ts'
import { urlsIn } from '../text/urls-in.ts'
import { type UrlFacts, urlFacts } from './url-facts.ts'

/** The parts of a mail in which its action is looked for. */
export interface ActionSource {
  subject: string
  /** The address in From. */
  fromAddr: string
  /** The text part; `''` where there is none. */
  text: string
  html: RenderedHtml | null
  /** The header marks it as mass mail. */
  isBulk: boolean
}

/** A link that may be the action of its mail. */
export interface LinkCandidate extends UrlFacts {
  /** The same for links with the same target. */
  key: string
  url: string
  /** Its words, on one line; the URL where it has no other. */
  text: string
  /** Where it stands in the body. */
  start: number
  end: number
  /** It is a button, or fills its line or its table cell. */
  isAlone: boolean
  isAfterCopyright: boolean
}

/** The links that may be an action, in their order, and the text in which they stand. */
export interface LinkCandidates {
  body: string
  candidates: LinkCandidate[]
}

const maxBodyChars = 64 * 1024
/** A mail of more links was not sent for one of them. */
const maxLinks = 80
const maxTextChars = 200
const buttonStyle = /background|border-radius|padding|\b(?:btn|button|cta)/i
const notShown = styleBits.isFooter | styleBits.isQuoted
const shownUrl = /^https?:\/\/\S+$/i
const campaign = /[?&]utm_[^&#]*/g

interface FoundLink {
  url: string
  style: string
  start: number
  end: number
}

/** Finds the links of a mail that may be its action: those with words of their own, in what its sender wrote above any quotation. Linear. */
export function linkCandidates({ fromAddr, text, html }: ActionSource): LinkCandidates {
  const isText = html === null || (html.links.length === 0 && !html.text.includes('://'))
  const body = (isText ? text : html.text).slice(0, maxBodyChars)
  const end = quotationAt(body)
  const anchors = isText ? [] : html.links.filter((link) => link.end > link.start)
  const found = [...anchors, ...bareLinks(body, anchors)].filter((link) => link.end <= end)
  if (found.length > maxLinks) return { body, candidates: [] }
  const isShown = ({ start, end }: FoundLink): boolean =>
    isText ? !isQuotedLine(body, start) : (lookAt(html.layout, end - 1) & notShown) === 0
  const copyrightAt = body.indexOf('©')
  const senderHost = fromAddr.slice(fromAddr.lastIndexOf('@') + 1).toLowerCase()
  const candidates: LinkCandidate[] = []
  for (const link of found) {
    if (!isShown(link)) continue
    const words = body
      .slice(link.start, Math.min(link.end, link.start + maxTextChars))
      .replace(/\s+/g, ' ')
      .trim()
    // A URL that a tracker's link shows says more than the tracker's own.
    const facts = urlFacts(shownUrl.test(words) && link.end - link.start < maxTextChars ? words : link.url, senderHost)
    if (facts === null || facts.isHome || facts.isElsewhere) continue
    const isAlone = buttonStyle.test(link.style) || fillsLine(body, link)
    if (facts.kind === null && facts.secrecy === 0 && !isAlone) continue
    candidates.push({
      ...facts,
      key: link.url.includes('utm_') ? link.url.replaceAll(campaign, '') : link.url,
      url: link.url,
      text: words,
      start: link.start,
      end: link.end,
      isAlone,
      isAfterCopyright: copyrightAt !== -1 && link.start > copyrightAt,
    })
  }
  return { body, candidates }
}

/** The URLs in a text that are in no other link. */
function bareLinks(body: string, anchors: readonly FoundLink[]): FoundLink[] {
  if (!body.includes('://')) return []
  let at = 0
  const bare: FoundLink[] = []
  for (const { url, start, end } of urlsIn(body)) {
    while (at < anchors.length && (anchors[at]?.end ?? 0) <= start) at++
    if ((anchors[at]?.start ?? end) >= end) bare.push({ url, style: '', start, end })
  }
  return bare
}

const besideLine = /[^\s>*|:•·→»\-[\]()]/

/** Whether only white space and marks stand beside a link in its line or table cell. */
function fillsLine(body: string, { start, end }: FoundLink): boolean {
  const from = Math.max(body.lastIndexOf('\n', start - 1), body.lastIndexOf('\t', start - 1)) + 1
  const after = body.slice(end, end + maxTextChars)
  const to = after.search(/[\n\t]|$/)
  return (
    start - from < maxTextChars && !besideLine.test(body.slice(from, start)) && !besideLine.test(after.slice(0, to))
  )
}

const isQuotedLine = (body: string, at: number): boolean => body[body.lastIndexOf('\n', at) + 1] === '>'

/** A line of dashes with words in it, or two header fields of a mail that follow each other. */
const quotation =
  /^(?:-{4,} ?[^\n-]{4,60} ?-{4,}|(?:From|Von|De|Da|Van|Från|Fra|Od|От|Від|Kimden|Dari|Lähettäjä|差出人|发件人|寄件者|보낸 사람): [^\n]{0,300}\n(?:\p{L}{2,12} ?){1,2}: )/mu

/** Where a forwarded or answered mail begins; the length of the text where there is none. */
function quotationAt(body: string): number {
  const at = body.search(quotation)
  return at === -1 ? body.length : at
}

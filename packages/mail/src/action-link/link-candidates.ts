import type { RenderedHtml } from '../html/html-to-text.ts'
import { styleBits } from '../html/text-style.ts'
import { lookAt } from '../html/text-writer.ts'
import { cleanLine, cleanText } from '../text/clean-text.ts'
import { urlsIn } from '../text/urls-in.ts'
import { clearTarget } from './click-trackers.ts'
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

/** A link that a reader sees, with its words. */
export interface ShownLink {
  url: string
  /** Its words, on one line; the URL where it has no other. */
  text: string
  /** It has no words but its URL. */
  isBare: boolean
  style: string
  /** Where it stands in the body. */
  start: number
  end: number
}

/** The links of a mail in their order, and the text in which they stand. */
export interface ShownLinks {
  body: string
  links: ShownLink[]
}

/** A link that may be the action of its mail. */
export interface LinkCandidate extends UrlFacts, ShownLink {
  /** The same for links with the same target. */
  key: string
  /** It is a button, or fills its line or its table cell. */
  isAlone: boolean
  isAfterCopyright: boolean
  /** It stands in a row of links, as footers and menus have them. */
  isInRow: boolean
}

const maxBodyChars = 64 * 1024
/** A mail of more links was not sent for one of them. */
const maxLinks = 80
const maxTextChars = 200
/** Two links beside each other may be the answers to one question. */
const minRow = 3
const buttonStyle = /background|border-radius|padding|\b(?:btn|button|cta)/i
const shownUrl = /^https?:\/\/\S+$/i
/** A bracketed URL has its end in another line; it is this long at most. */
const maxBracketedChars = 2_000

type FoundLink = Omit<ShownLink, 'text' | 'isBare'> & { isBare?: boolean }

/** The links of a mail that have words of their own; none of a mail with so many links that it was not sent for one of them. Linear. */
export function shownLinks({ text, html }: ActionSource): ShownLinks {
  const isText = html === null || html.text === ''
  const whole = isText ? text : html.text
  const body = whole.slice(0, maxBodyChars)
  const isCut = html?.isCut || body.length < whole.length
  const anchors = isText ? [] : html.links.filter(({ start, end }) => end > start && end <= body.length)
  // What follows behind the cut may belong to the last URL.
  const bareEnd = isCut ? body.length - maxBracketedChars : body.length
  const found = [...anchors, ...bareLinks(body, anchors).filter(({ end }) => end <= bareEnd)]
  if (found.length > maxLinks) return { body, links: [] }
  const notShown = styleBits.isFooter | styleBits.isQuoted
  const isShown = ({ start, end }: FoundLink): boolean =>
    isText ? !isQuotedLine(body, start) : (lookAt(html.layout, end - 1) & notShown) === 0
  const withText = (link: FoundLink): ShownLink => {
    const text = body.slice(link.start, link.end)
    return { ...link, text: cleanLine(text, maxTextChars), isBare: link.isBare ?? text === link.url }
  }
  return { body, links: found.filter(isShown).map(withText) }
}

/** Says of a link all that decides about it but words; null for one that is none for certain. */
export function candidateReader(
  { body, links }: ShownLinks,
  { fromAddr, isBulk }: ActionSource,
): (index: number) => LinkCandidate | null {
  const end = quotationAt(body)
  const copyrightAt = body.indexOf('©')
  const senderHost = fromAddr.slice(fromAddr.lastIndexOf('@') + 1).toLowerCase()
  const rows = rowsOf(links, body)
  const factsOf = (url: string): UrlFacts | null => {
    const facts = urlFacts(url, senderHost)
    return facts?.isHome || facts?.isElsewhere ? null : facts
  }
  return (index) => {
    const link = links[index]
    if (!link || link.end > end) return null
    const own = factsOf(link.url)
    if (own === null || (isBulk && own.kind === 'unsubscribe') || !isUrl(link.url)) return null
    // A URL that a tracker's link shows says more than the tracker's own.
    const isUrlShown = shownUrl.test(link.text) && link.end - link.start < maxTextChars
    const facts = isUrlShown ? factsOf(link.text) : own
    if (facts === null) return null
    const isAlone = buttonStyle.test(link.style) || fillsLine(body, link)
    if (facts.kind === null && facts.secrecy === 0 && !isAlone) return null
    return {
      ...facts,
      ...link,
      isOfSender: own.isOfSender,
      key: keyOf(link.url),
      isAlone,
      isAfterCopyright: copyrightAt !== -1 && link.start > copyrightAt,
      isInRow: (rows[index] ?? 0) >= minRow,
    }
  }
}

/** Parsers let braces pass, as in `https://{{host}}/`. */
const inNoHost = /[^\w.:%[\]-]/

/** Whether a link can be followed, and stored as it is. */
function isUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname
  return host !== undefined && !inNoHost.test(host) && cleanText(url) === url
}

/** What counts clicks, and a place on the page. A fragment of another form may be the path of an app. */
const besideTarget = /^(?:utm_|mc_[ce]id=|fbclid=|gclid=|#[a-z_-]*\d{0,2}$)/i

const keyOf = (url: string): string =>
  (clearTarget(url) ?? url)
    .split(/[?&]|(?=#)/)
    .filter((part) => !besideTarget.test(part))
    .join('&')

/** The URLs in a text that are in no other link. */
function bareLinks(body: string, anchors: readonly FoundLink[]): FoundLink[] {
  const isInAnchor = inOrder(anchors)
  let at = body.indexOf('://')
  while (at !== -1 && isInAnchor(at)) at = body.indexOf('://', at + 1)
  if (at === -1) return []
  const isKnown = inOrder(anchors)
  return urlsIn(body)
    .filter(({ start }) => !isKnown(start))
    .map(({ url, start, end }) => ({ url, isBare: true, style: '', start, end }))
}

/** Asks of places, in their order, whether one of the links has them. */
function inOrder(links: readonly FoundLink[]): (at: number) => boolean {
  let next = 0
  return (at) => {
    while (next < links.length && (links[next]?.end ?? 0) <= at) next++
    return (links[next]?.start ?? at + 1) <= at
  }
}

/** For each link, how many stand in its line. */
function rowsOf(links: readonly FoundLink[], body: string): number[] {
  const rows: number[] = []
  let first = 0
  for (let at = 0; at < links.length; at++) {
    const end = links[at]?.end ?? 0
    const next = links[at + 1]?.start
    if (next !== undefined && next >= end && next - end < maxTextChars && !body.slice(end, next).includes('\n'))
      continue
    const length = at + 1 - first
    for (; first <= at; first++) rows[first] = length
  }
  return rows
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

/** A line of dashes with words in it, or two header fields of a mail that follow each other. A line feed first is found several times as fast. */
const quotation =
  /\n(?=[-FVDOОВKL差发寄보])(?:-{4,} ?[^\n-]{4,60} ?-{4,}|(?:From|Von|De|Da|Van|Från|Fra|Od|От|Від|Kimden|Dari|Lähettäjä|差出人|发件人|寄件者|보낸 사람): [^\n]{0,300}\n[^\s:]{2,12}(?: [^\s:]{2,12})?: )/

/** Where a forwarded or answered mail begins; the length of the text where there is none. */
function quotationAt(body: string): number {
  const at = `\n${body}`.search(quotation)
  return at === -1 ? body.length : at
}

import { isAppScheme } from './app-schemes.ts'

/** A URL in a text: from `start`, up to and without `end`. */
export interface TextUrl {
  start: number
  end: number
  /** Without line breaks in it, and with `&` for the `&amp;` that some senders leave in texts. */
  url: string
}

const afterScheme = '://'
const maxSchemeChars = 32
const webScheme = /(?<![a-z\d])https?$/i
/** No scheme begins with a digit, or with these, which may stand before one. */
const beforeScheme = /^[+.-]*/

/**
 * What no URL has in it: white space, controls and invisible characters, delimiters (RFC 3986 appendix C), quotation marks, Chinese,
 * Japanese and Arabic punctuation, full-width forms.
 */
const urlChars =
  /[^\s\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff<>"`\\^«»‹›“”„‟—،؛؟।\u3000-\u3004\u3008-\u303f\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef]+/y
/** What can follow a URL, and is never part of it. */
const endsSentence = new Set('.,;:!?*|([{…’‘·–')
/** Marks around a URL, which belong to it unless they stand before it too. */
const marks = new Set("_~-=/'")
const endsHost = new Set("'(),;*|{}!")
const openings: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
/** A character reference that the sender left in a text, of what ends a URL. */
const delimiterReference = /&(?:lt|gt|quot|nbsp|#0?3[49]|#x2[27]);/iy
/** A bracket in a value of a query, which goes on with another parameter. */
const nextParameter = /[)\]}][\w%.~-]+&[\w%.~-]+=/y
/** The URL fills the cell of a table. */
const barBefore = /\|[ \t]?$/
const nextUrl = /[,;|]https?:\/\//iy
const maxBracketedChars = 2_000
const maxLineChars = 200

/** The URLs of the web and of apps (`myapp://…`) in a text, in their order, without the punctuation around them. Linear. */
export function urlsIn(text: string): TextUrl[] {
  const found: TextUrl[] = []
  let from = 0
  // Where the characters end that may belong to URLs: looked for once, also for many URLs between which there is nothing else.
  let limit = 0
  for (let at = text.indexOf(afterScheme); at !== -1; at = text.indexOf(afterScheme, at + 1)) {
    const start = at < from ? -1 : schemeStart(text, at, from)
    if (start === -1) continue
    const bodyAt = at + afterScheme.length
    if (bodyAt > limit) limit = endOfChars(text, bodyAt)
    const next = betweenBrackets(text, start) ?? bareUrl(text, { start, bodyAt, end: limit })
    from = Math.max(bodyAt, next.end)
    if (next.end > bodyAt) found.push({ ...next, url: next.url.replaceAll('&amp;', '&') })
  }
  return found
}

/** Where the scheme before `://` begins; -1 where none does that a link can have. */
function schemeStart(text: string, colon: number, from: number): number {
  const farthest = Math.max(from, colon - maxSchemeChars)
  let start = colon
  while (start > farthest && /[a-z\d+.-]/i.test(text.charAt(start - 1))) start -= 1
  const written = text.slice(start, colon)
  const web = webScheme.exec(written)
  if (web) return start + web.index
  const before = beforeScheme.exec(written)?.[0].length ?? 0
  const app = written.slice(before)
  return /^[a-z]/i.test(app) && isAppScheme(app) && written.length < maxSchemeChars ? start + before : -1
}

function endOfChars(text: string, from: number): number {
  urlChars.lastIndex = from
  return from + (urlChars.exec(text)?.[0].length ?? 0)
}

/** The bounds of a URL; its `end` is at first that of all that may belong to it. */
interface Bounds {
  start: number
  bodyAt: number
  end: number
}

function bareUrl(text: string, { start, bodyAt, end: limit }: Bounds): TextUrl {
  const end = withoutMarks(text, { start, bodyAt, end: endOf(text, { start, bodyAt, end: limit }) })
  return { start, end, url: text.slice(start, end) }
}

/** Characters at which a URL may end. */
const possibleEnd = /[()[\]{}&,;|'*!]|[^\u0000-\u10ff]/g

/** Where a URL ends, before what follows it without a space between. */
function endOf(text: string, { start, bodyAt, end: limit }: Bounds): number {
  const written = text.slice(bodyAt, limit)
  const hostEnd = written.search(/[/?#]|$/)
  const queryAt = written.indexOf('?')
  const open: Record<string, number> = { '(': 0, '[': 0, '{': 0 }
  for (const { 0: unit, index } of written.matchAll(possibleEnd)) {
    const isHost = index < hostEnd
    if (isHost && endsHost.has(unit)) return bodyAt + index
    if (unit === '|' && barBefore.test(text.slice(Math.max(0, start - 2), start))) return bodyAt + index
    const opening = openings.get(unit)
    if (opening !== undefined) {
      if (open[opening]) open[opening] -= 1
      else if (queryAt === -1 || index < queryAt || !matchesAt(nextParameter, written, index)) return bodyAt + index
    }
    if (unit in open) open[unit] = (open[unit] ?? 0) + 1
    if (isEndAt(written, index, isHost)) return bodyAt + index
  }
  return limit
}

function isEndAt(url: string, at: number, isHost: boolean): boolean {
  const unit = url.charAt(at)
  if (unit === '[') return url[at + 1] === '/'
  if (unit === '&') return matchesAt(delimiterReference, url, at)
  if (unit === ',' || unit === ';' || unit === '|') return matchesAt(nextUrl, url, at)
  // A sentence that goes on without a space. In a host or a path, letters of these scripts come after a mark.
  const isGlued = unit >= '\u1100' && /[a-z\d]/i.test(url.charAt(at - 1)) && eastAsian.test(unit)
  return isGlued && !(isHost && /^[^/?#]*\./.test(url.slice(at, at + maxLineChars)))
}

/** Letters of scripts that put no space after a URL. */
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

function withoutMarks(text: string, { start, bodyAt, end: limit }: Bounds): number {
  if (/[a-z\d]/i.test(text.charAt(limit - 1))) return limit
  const surplus = new Map<string, number>([["'", quotesAround(text, { start, bodyAt, end: limit })]])
  let end = limit
  for (; end > bodyAt; end -= 1) {
    const last = text.charAt(end - 1)
    if (endsSentence.has(last)) continue
    if (!marks.has(last)) break
    const before = surplus.get(last) ?? marksBefore(text, start, last)
    if (before === 0) break
    surplus.set(last, before - 1)
  }
  return end
}

/** A quotation mark at the end belongs to the URL only where another one in it opens what it closes (`?q='x'`). */
function quotesAround(text: string, { start, bodyAt, end }: Bounds): number {
  const inside = text.slice(bodyAt, end).split("'").length - 1
  return text[start - 1] !== "'" && inside > 1 && inside % 2 === 0 ? 0 : inside
}

/** How many of a mark are directly before a URL, or how many `_` are open in its line (`_Confirm: https://…_`). */
function marksBefore(text: string, start: number, mark: string): number {
  const line = text.slice(Math.max(0, start - maxLineChars), start)
  const before = line.slice(line.lastIndexOf('\n') + 1)
  let around = before.length
  while (around > 0 && /[_~=/|*"'([{<-]/.test(before.charAt(around - 1))) around -= 1
  const direct = before.slice(around).split(mark).length - 1
  if (direct > 0 || mark !== '_') return direct
  const opened = before.match(/(?<![^\s([{*~])_(?=\S)/g)?.length ?? 0
  const closed = before.match(/(?<=\S)_(?![^\s)\]}*~.,;:!?])/g)?.length ?? 0
  return Math.max(0, opened - closed)
}

/** The URL that is written as `<URL>` or `<URL:URL>`, perhaps over several lines (RFC 3986 appendix C); null where it is not. */
function betweenBrackets(text: string, start: number): TextUrl | null {
  if (!/<(?:URL:\s{0,9})?$/i.test(text.slice(Math.max(0, start - 16), start))) return null
  const line = text.slice(Math.max(0, start - maxLineChars), start)
  const isQuoted = /(?:^|\n)[ \t]{0,9}>[^\n]*$/.test(line)
  const written = text.slice(start, start + maxBracketedChars)
  const close = closingBracket(written, isQuoted)
  if (close === -1) return null
  const inside = isQuoted ? written.slice(0, close).replace(/\n[ \t]*>[> \t]*/g, '\n') : written.slice(0, close)
  const url = joined(inside)
  return url === null ? null : { start, end: start + close, url }
}

/** The offset of the next `>` that is no mark of quotation; -1 where another delimiter or an empty line comes first. */
function closingBracket(text: string, isQuoted: boolean): number {
  let isLineStart = false
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charAt(at)
    if (unit === '<' || unit === '"') return -1
    if (unit === '>' && !(isQuoted && isLineStart)) return at
    if (unit === '\n' && isLineStart) return -1
    if (unit === '\n') isLineStart = true
    else if (unit !== '>' && !/\s/.test(unit)) isLineStart = false
  }
  return -1
}

/** Leaves out the line breaks in a URL, and the spaces that took their place; null where a space divides two words. */
function joined(written: string): string | null {
  const [first = '', ...others] = written.trim().split(/(\s+)/)
  let url = first
  for (let at = 0; at + 1 < others.length; at += 2) {
    const [space = '', piece = ''] = others.slice(at, at + 2)
    if (!space.includes('\n') && !goesOn(url, piece)) return null
    url += piece
  }
  return url
}

const untilPath = /^[a-z\d+.-]+:\/\/[^/?#]*[/?#]/i

/** Whether a space took the place of a line break: it is beside a delimiter, and not in the host. */
const goesOn = (url: string, piece: string): boolean =>
  !piece.includes('://') &&
  (/^[/?#]/.test(piece) || (untilPath.test(url) && (/[/?#&=%]$/.test(url) || /^[&=%]/.test(piece))))

import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import { decodeText } from '../text/decode-text.ts'

/** A header value with parameters, such as Content-Type (RFC 2045 §5.1). */
export interface StructuredField {
  /** In lower case, without comments. */
  value: string
  /** Decoded by RFC 2231, or by RFC 2047, which many senders use here; names in lower case, the first parameter of each name. */
  params: ReadonlyMap<string, string>
}

interface Section {
  number: number
  /** Percent-encoded; in the first section, charset and language precede the text. */
  isExtended: boolean
  text: string
}

const maxParams = 100
const sectionName = /^(.*?)\*(?:(\d{1,3})(\*)?)?$/
const namedParam = /^[\w*-]{1,60}[ \t]{0,9}=/
const commentAfterQuotes = /"\s*\([^"]*\)$/
const charsetPrefix = /^([^']{0,40})'[^']{0,40}'/

/** Reads a value and its first 100 parameters. Linear; never throws. */
export function readStructuredField(field: string): StructuredField {
  const [head = '', ...others] = splitAtSemicolons(field)
  // Some senders forget the value, or the semicolon after it.
  const isLoose = head.includes('=')
  const value = isLoose && namedParam.test(head.trim()) ? '' : firstWord(head)
  const rest = isLoose ? head.trim().slice(value.length).trim() : ''
  const written = namedParam.test(rest) ? [rest, ...others] : others
  const params = new Map<string, string>()
  const sections = new Map<string, Section[]>()
  for (const param of written) {
    const equals = param.indexOf('=')
    const name = param.slice(0, Math.max(0, equals)).trim().toLowerCase()
    if (name === '') continue
    const text = unquoted(param.slice(equals + 1).trim())
    const [, base, number, mark] = sectionName.exec(name) ?? []
    if (base === undefined) {
      if (!params.has(name)) params.set(name, decodeEncodedWords(text))
      continue
    }
    const section = { number: Number(number ?? 0), isExtended: number === undefined || mark !== undefined, text }
    sections.set(base, [...(sections.get(base) ?? []), section])
  }
  // An extended parameter replaces the plain one of the same name, which is a fallback for older programs (RFC 6266 §4.3).
  for (const [name, list] of sections) params.set(name, joinSections(list))
  return { value: value.toLowerCase(), params }
}

/** The text before white space, a comment or stray punctuation: type, encoding, disposition and charset are single words. */
export const firstWord = (text: string): string => /^[^\s(;,]*/.exec(text.trim())?.[0] ?? ''

function splitAtSemicolons(field: string): string[] {
  const pieces: string[] = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at < field.length && pieces.length < maxParams; at++) {
    const unit = field[at]
    if (unit === '\\' && isQuoted) at++
    if (unit === '"') isQuoted = !isQuoted
    if (unit !== ';' || isQuoted) continue
    pieces.push(field.slice(from, at))
    from = at + 1
  }
  const end = pieces.length < maxParams ? field.length : from
  return [...pieces, field.slice(from, end)]
}

function unquoted(param: string): string {
  if (!param.startsWith('"')) return param
  const text = param.replace(commentAfterQuotes, '"')
  const inner = text.length > 1 && text.endsWith('"') ? text.slice(1, -1) : text.slice(1)
  // Old programs write paths of Windows without escaping their backslashes.
  return inner.includes('\\') ? inner.replace(/\\([^\p{L}\p{N}_.~-])/gu, '$1') : inner
}

/** RFC 2231 §3 and §4: joins sections in the order of their numbers; each is percent-encoded or plain, the first names the charset. */
function joinSections(sections: Section[]): string {
  const ordered = sections.toSorted((one, other) => one.number - other.number)
  const [first] = ordered
  const prefix = first?.isExtended ? charsetPrefix.exec(first.text) : null
  const texts = ordered.map(({ text }, index) => (index === 0 && prefix ? text.slice(prefix[0].length) : text))
  if (ordered.every(({ isExtended }) => !isExtended)) return decodeEncodedWords(texts.join(''))

  const bytes = ordered.map(({ isExtended }, index) => {
    const text = texts[index] ?? ''
    return isExtended ? percentDecoded(text) : Buffer.from(text)
  })
  return decodeText(Buffer.concat(bytes), prefix?.[1] ?? '')
}

function percentDecoded(text: string): Buffer {
  // Latin-1 has one character per byte. Characters beyond ASCII were not percent-encoded; their UTF-8 bytes stay as they are.
  const bytes = Buffer.from(text).toString('latin1')
  const decoded = bytes.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(decoded, 'latin1')
}

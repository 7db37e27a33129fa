import { isAscii } from 'node:buffer'
import { charsetNamed } from '../text/charset-decoders.ts'
import { charsetOf } from '../text/charset-of.ts'
import { trimAscii } from '../text/clean-text.ts'
import { decodeText } from '../text/decode-text.ts'
import { beginsField, foldedColon, foldedName, isParameter, lineEnd } from './header-range.ts'

/** Header fields by name in lower case: the first of each name, unfolded, not decoded (RFC 5322 §2.2). */
export type HeaderFields = ReadonlyMap<string, string>

/** A header field with its name as written, and its value unfolded, not decoded. */
export interface HeaderField {
  name: string
  value: string
}

/** At most this many header fields are read. */
export const maxFields = 1_000
const maxHeadBytes = 256 * 1024
/** What is read of each field of a longer header section. */
const maxFieldBytes = 8 * 1024
const maxNameChars = 100
const lineFeed = 0x0a
const escapeByte = 0x1b
const fieldName = /^[!-9;-~]+[ \t]*$/

/** Names the charset of the bytes beyond ASCII in the headers of a mail; asked only where there are any. */
export type HeaderCharset = () => string

/**
 * Reads a header section. Lines that are neither a field nor the continuation of one are skipped. Of a section over 256 KiB the first
 * 8 KiB of each field are read, until they are 256 KiB.
 * @throws Error if there are more than 1,000 fields
 */
export function readHeaderSection(bytes: Buffer, charset = headerCharset(bytes)): HeaderFields {
  const read = readBytes(bytes)
  const isPlain = isAscii(read) && !read.includes(escapeByte)
  const fields = isPlain ? new Map<string, string>() : new UndecodedFields(charset)
  let count = 0
  for (const { name, value } of writtenFields(read)) {
    count += 1
    if (count > maxFields) throw new Error('Too many header fields')
    const key = name.toLowerCase()
    if (!fields.has(key)) fields.set(key, isPlain ? trimAscii(value) : value)
  }
  return fields
}

/** Yields the fields of a header section in their order. */
export function* fieldsIn(bytes: Buffer, charset = headerCharset(bytes)): Generator<HeaderField> {
  for (const { name, value } of writtenFields(readBytes(bytes))) yield { name, value: decoded(value, charset) }
}

/** The values of fields are decoded when they are asked for: few are. */
class UndecodedFields extends Map<string, string> {
  readonly #charset: HeaderCharset
  readonly #decoded = new Map<string, string>()

  constructor(charset: HeaderCharset) {
    super()
    this.#charset = charset
  }

  override get(key: string): string | undefined {
    const written = super.get(key)
    const known = this.#decoded.get(key)
    if (written === undefined || known !== undefined) return known
    const value = decoded(written, this.#charset)
    this.#decoded.set(key, value)
    return value
  }
}

/** Yields the fields of a header section with one character for each byte, not trimmed. */
function* writtenFields(section: Buffer): Generator<HeaderField> {
  for (const [first = '', ...others] of fieldLinesIn(section.toString('latin1'))) {
    const colon = first.indexOf(':')
    const name = colon > 0 && colon <= maxNameChars ? nameOf(first.slice(0, colon)) : ''
    if (name === '') continue
    let value = first.slice(colon + 1)
    for (const line of others) {
      if (!isContinuation(line) && !isParameter(line, value)) break
      value += line
    }
    yield { name, value }
  }
}

const isContinuation = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t')

/** A field name and its colon (RFC 5322 §3.6.8), with the obsolete white space between them (§4.5.8), which may contain a fold. */
const fieldStart = /^[!-9;-~]+[ \t\r]*:(?!\/\/)/

/**
 * Yields the lines of each field of a header section, without line breaks. No line is dropped, because signatures cover all of them:
 * a line that begins no field belongs to the field above it; such lines at the top form a field of their own. Linear.
 */
export function* fieldLinesIn(header: string): Generator<string[]> {
  const lines = linesOf(header)
  let field: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line === '') continue
    if (field.length > 0 && !isContinuation(line) && beginsFieldLine(line, lines[at + 1] ?? '')) {
      yield field
      field = []
    }
    field.push(line)
  }
  if (field.length > 0) yield field
}

const returnBeforeField = /\r(?=[!-9;-~]+[ \t]*:(?!\/\/))/
/** A CR or LF of a line break that is not CR LF. */
const oddBreak = /\r(?!\n)|(?<!\r)\n/

/** The lines without their breaks: LF, CR LF, CR CR LF, or a CR alone where a field follows. */
function linesOf(header: string): string[] {
  if (!header.includes('\r')) return header.split('\n')
  if (!oddBreak.test(header)) return header.split('\r\n')
  return header
    .split('\n')
    .flatMap((line) => line.split(returnBeforeField))
    .map(withoutReturns)
}

function withoutReturns(line: string): string {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return line.slice(0, end)
}

const beginsFieldLine = (line: string, next: string): boolean =>
  fieldStart.test(line) || (foldedColon.test(next) && foldedName.test(line))

/** What is read of a header section: all of it up to 256 KiB, else the beginning of each field. */
function readBytes(header: Buffer): Buffer {
  if (header.length <= maxHeadBytes) return header
  const pieces: Buffer[] = []
  let length = 0
  const keep = (from: number, to: number): void => {
    pieces.push(header.subarray(from, Math.min(to, from + maxHeadBytes - length)))
    length += pieces.at(-1)?.length ?? 0
  }
  let keptFrom = 0
  for (let at = 0; at < header.length && length < maxHeadBytes; ) {
    const fieldEnd = nextField(header, at)
    if (fieldEnd - at > maxFieldBytes) {
      keep(keptFrom, at + maxFieldBytes)
      pieces.push(Buffer.of(lineFeed))
      keptFrom = fieldEnd
    }
    at = fieldEnd
  }
  keep(keptFrom, header.length)
  return Buffer.concat(pieces)
}

/** The offset of the next line after `at` that begins a field. */
function nextField(header: Buffer, at: number): number {
  let next = lineEnd(header, at)
  while (next < header.length && !beginsField(header, next)) next = lineEnd(header, next)
  return next
}

const nameOf = (written: string): string => (fieldName.test(written) ? written.trimEnd() : '')

const beyondAscii = /[\u001b\u0080-\u00ff]/

/** Headers are ASCII (RFC 5322) or UTF-8 (RFC 6532). Other bytes are in the charset of the mail, or in another one that they show. */
const decoded = (value: string, charset: HeaderCharset): string =>
  trimAscii(beyondAscii.test(value) ? decodeText(Buffer.from(value, 'latin1'), charset()) : value)

const maxHintBytes = 64 * 1024
const charsetLabel = /\bcharset[ \t]{0,9}=[ \t]{0,9}"?([\w.:+-]{1,40})/i

/** The charset in which a whole mail may have headers that are not encoded: the first that it names, unless its bytes contradict it. */
export function headerCharset(mail: Buffer): HeaderCharset {
  let known: string | null = null
  return () => {
    known ??= charsetNamedFirst(mail.subarray(0, hintEnd(mail)))
    return known
  }
}

/** Not within a character of UTF-8, whose cut end would be guessed at. */
function hintEnd(mail: Buffer): number {
  let end = maxHintBytes
  while (end > maxHintBytes - 3 && ((mail[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return end
}

function charsetNamedFirst(mail: Buffer): string {
  const name = charsetNamed(charsetLabel.exec(mail.toString('latin1'))?.[1] ?? '')
  // The syntax of headers is ASCII, which these two do not have.
  if (/^utf-(?:7|16)/.test(name)) return ''
  return isAscii(mail) ? name : charsetOf(mail, name)
}

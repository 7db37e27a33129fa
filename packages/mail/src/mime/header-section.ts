import { isAscii } from 'node:buffer'
import { decodeText } from '../text/decode-text.ts'

/** Header fields by name in lower case: the first of each name, unfolded, not decoded (RFC 5322 §2.2). */
export type HeaderFields = ReadonlyMap<string, string>

/** A header field with its name as written, and its value unfolded, not decoded. */
export interface HeaderField {
  name: string
  value: string
}

/** The range of a header section in its mail: the fields end at `end`, the body begins at `bodyAt`. */
export interface HeaderRange {
  end: number
  bodyAt: number
  /** It is longer than 256 KiB; `end` is then 256 KiB after its beginning. */
  isTooLong: boolean
}

/** At most this many header fields are read. */
export const maxFields = 1_000
const maxHeadBytes = 256 * 1024
const maxNameChars = 100
const lineFeed = 0x0a
const carriageReturn = 0x0d
const tab = 0x09
const space = 0x20
const colonByte = 0x3a
const deleteByte = 0x7f
const byteOrderMark = Buffer.from('\ufeff')
const fieldName = /^[!-9;-~]+[ \t]*$/

/**
 * Reads a header section. Lines that are neither a field nor the continuation of one are skipped.
 * @throws Error if there are more than 1,000 fields
 */
export function readHeaderSection(bytes: Buffer): HeaderFields {
  const fields = new Map<string, string>()
  let count = 0
  for (const { name, value } of fieldsIn(bytes)) {
    count += 1
    if (count > maxFields) throw new Error('Too many header fields')
    const key = name.toLowerCase()
    if (!fields.has(key)) fields.set(key, value)
  }
  return fields
}

/** Yields the fields of a header section in their order. */
export function* fieldsIn(bytes: Buffer): Generator<HeaderField> {
  for (const [first = '', ...others] of fieldLinesIn(textOf(bytes))) {
    const colon = first.indexOf(':')
    const name = colon > 0 && colon <= maxNameChars ? nameOf(first.slice(0, colon)) : ''
    if (name === '') continue
    let value = first.slice(colon + 1)
    for (const line of others) {
      if (!isContinuation(line)) break
      value += line
    }
    yield { name, value: value.trim() }
  }
}

const isContinuation = (line: string): boolean => line.startsWith(' ') || line.startsWith('\t')

/** A field name and its colon (RFC 5322 §3.6.8), with the obsolete white space between them (§4.5.8), which may contain a fold. */
const fieldStart = /^[!-9;-~]+[ \t\r]*:/
const foldedName = /^[!-9;-~]+[ \t\r]*$/
const foldedColon = /^[ \t\r]*:/

/**
 * Yields the lines of each field of a header section, without line breaks. No line is dropped, because signatures cover all of them:
 * a line that begins no field belongs to the field above it; such lines at the top form a field of their own. Linear.
 */
export function* fieldLinesIn(header: string): Generator<string[]> {
  const lines = header.split('\n')
  let field: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = withoutCarriageReturn(lines[at] ?? '')
    if (line === '') continue
    if (field.length > 0 && !isContinuation(line) && beginsFieldLine(line, lines[at + 1] ?? '')) {
      yield field
      field = []
    }
    field.push(line)
  }
  if (field.length > 0) yield field
}

const withoutCarriageReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line)

const beginsFieldLine = (line: string, next: string): boolean =>
  fieldStart.test(line) || (foldedColon.test(next) && foldedName.test(line))

/** The offset at which the header section of a mail begins: after the byte order mark, if there is one. */
export function headerStart(mail: Buffer): number {
  return mail.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0
}

/**
 * Finds the end of the header section that begins at `at`: an empty line, or a line for which `isDelimiter` returns true. If the first
 * line cannot begin a header section, there is none and everything is body. Linear.
 */
export function findHeader(bytes: Buffer, at: number, isDelimiter: (lineAt: number) => boolean): HeaderRange {
  let end = at
  if (beginsHeader(bytes, at)) {
    while (end < bytes.length && !isEmptyLine(bytes, end) && !isDelimiter(end)) {
      end = lineEnd(bytes, end)
      if (end - at > maxHeadBytes) return { end: at + maxHeadBytes, bodyAt: end, isTooLong: true }
    }
  }
  return { end, bodyAt: isEmptyLine(bytes, end) ? lineEnd(bytes, end) : end, isTooLong: false }
}

function lineEnd(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(lineFeed, at)
  return end === -1 ? bytes.length : end + 1
}

const isEmptyLine = (bytes: Buffer, at: number): boolean =>
  bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed)

/** Whether the line at `at` can begin a header section: a field, a continuation line, or the `From ` line of an mbox file. */
function beginsHeader(bytes: Buffer, at: number): boolean {
  if (beginsField(bytes, at) || isBlank(bytes[at])) return true
  return /^>?From /.test(bytes.toString('latin1', at, at + 6))
}

/** Whether the line at `lineAt` begins with a field name, of at most 100 bytes, and a colon. */
export function beginsField(bytes: Buffer, lineAt: number): boolean {
  const farthest = lineAt + maxNameChars
  let at = lineAt
  while (at <= farthest && isNameByte(bytes[at])) at += 1
  if (at === lineAt) return false
  while (at <= farthest && isBlank(bytes[at])) at += 1
  return at <= farthest && bytes[at] === colonByte
}

const isNameByte = (byte: number | undefined): boolean =>
  byte !== undefined && byte > space && byte < deleteByte && byte !== colonByte

const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab

const nameOf = (written: string): string => (fieldName.test(written) ? written.trimEnd() : '')

/** Headers are ASCII (RFC 5322) or UTF-8 (RFC 6532); other bytes are decoded like a body without a charset. */
const textOf = (bytes: Buffer): string => (isAscii(bytes) ? bytes.toString('latin1') : decodeText(bytes, ''))

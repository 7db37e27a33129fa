import { isAscii } from 'node:buffer'
import { decodeText } from '../text/decode-text.ts'

/** Header fields by name in lower case: the first of each name, unfolded, not decoded (RFC 5322 §2.2). */
export type HeaderFields = ReadonlyMap<string, string>

/** A header field with its name as written, and its value unfolded, not decoded. */
export interface HeaderField {
  name: string
  value: string
}

/** Where a header section stands in its mail: its fields up to `end`, and the body from `bodyAt` on. */
export interface HeaderPlace {
  end: number
  bodyAt: number
  /** It is longer than 256 KiB, and `end` is where these end. */
  isTooLong: boolean
}

/** How many header fields are read. */
export const maxFields = 1_000
const maxHeadBytes = 256 * 1024
const maxNameChars = 100
const lineFeed = 0x0a
const carriageReturn = 0x0d
const byteOrderMark = Buffer.from('\ufeff')
const fieldName = /^[!-9;-~]+[ \t]*$/

/**
 * Reads a header section. Lines that are neither a field nor the continuation of one are passed over.
 * @throws Error where there are more than 1,000 fields
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

/** The fields of a header section, one by one, in their order. */
export function* fieldsIn(bytes: Buffer): Generator<HeaderField> {
  let name = ''
  let value = ''
  for (const line of textOf(bytes).split('\n')) {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text.startsWith(' ') || text.startsWith('\t')) {
      value += text
      continue
    }
    if (name !== '') yield { name, value: value.trim() }
    const colon = text.indexOf(':')
    name = colon > 0 && colon <= maxNameChars ? nameOf(text.slice(0, colon)) : ''
    value = text.slice(colon + 1)
  }
  if (name !== '') yield { name, value: value.trim() }
}

/** Where the header section of a mail begins: behind its byte-order mark, if it has one. */
export function headerStart(mail: Buffer): number {
  return mail.subarray(0, byteOrderMark.length).equals(byteOrderMark) ? byteOrderMark.length : 0
}

/**
 * Finds the end of the header section that begins at `at`: an empty line, or a line that `isDelimiter` knows. A text that begins
 * without any field is all body. Linear.
 */
export function findHeader(bytes: Buffer, at: number, isDelimiter: (lineAt: number) => boolean): HeaderPlace {
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

/** Whether a line that starts here can begin a header section: a field, the continuation of one, or the `From ` line of an mbox file. */
function beginsHeader(bytes: Buffer, at: number): boolean {
  const head = bytes.toString('latin1', at, Math.min(at + maxNameChars + 1, bytes.length))
  return /^(?:[!-9;-~]+[ \t]*:|[ \t]|>?From )/.test(head)
}

const nameOf = (written: string): string => (fieldName.test(written) ? written.trimEnd() : '')

/** Headers are ASCII (RFC 5322) or UTF-8 (RFC 6532); what is neither is read as a body without a charset would be. */
const textOf = (bytes: Buffer): string => (isAscii(bytes) ? bytes.toString('latin1') : decodeText(bytes, ''))

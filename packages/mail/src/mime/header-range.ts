/** The range of a header section in its mail: the fields end at `end`, the body begins at `bodyAt`. */
export interface HeaderRange {
  end: number
  bodyAt: number
}

const maxNameChars = 100
const lineFeed = 0x0a
const carriageReturn = 0x0d
const tab = 0x09
const space = 0x20
const colonByte = 0x3a
const slash = 0x2f
const dash = 0x2d
const deleteByte = 0x7f
const byteOrderMark = Buffer.from('\ufeff')
const parameter = /^[\w*-]{1,40}=/
const parameterBefore = /;[ \t\r\n]*$/
/** A field name and its colon where a fold is between them (RFC 5322 §4.5.8). */
export const foldedName = /^[!-9;-~]+[ \t\r]*$/
export const foldedColon = /^[ \t\r]*:/
/** Fields that mails have, and whose names seldom begin a line of text. */
const usualField =
  /^((?:arc|auto|content|delivered|disposition|dkim|domainkey|envelope|errors|feedback|in-reply|list|message|mime|reply|return|thread|user|x)-[\w-]{1,60}|bcc|cc|date|from|importance|organization|precedence|priority|received|references|sender|subject|to)[ \t]{0,9}:/i
/** Those that mails begin with, but for signatures: these cover a mail from its first byte. */
const firstField =
  /^(?:content-type|date|delivered-to|from|message-id|mime-version|received|reply-to|return-path|sender|subject|to|x-[\w-]{1,60})[ \t]{0,9}:/i
const contentField = /^content-[\w-]{1,60}[ \t]{0,9}:/i

/** The offset at which the header section of a mail begins: after a byte order mark, and after empty lines in front of a field. */
export function headerStart(mail: Buffer): number {
  const hasMark = byteOrderMark.every((byte, at) => mail[at] === byte)
  return afterEmptyLines(mail, hasMark ? byteOrderMark.length : 0, firstField)
}

/** The same for a part of a mail, which begins at `at`: its fields are named `Content-…`. */
export const partHeaderStart = (mail: Buffer, at: number): number => afterEmptyLines(mail, at, contentField)

function afterEmptyLines(bytes: Buffer, from: number, field: RegExp): number {
  let at = from
  while (bytes[at] === lineFeed || bytes[at] === carriageReturn) at += 1
  return at > from && field.test(startOfLine(bytes, at)) ? at : from
}

const startOfLine = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + maxNameChars)

/**
 * Finds the end of the header section that begins at `at`: an empty line, a line that begins with `--`, or a line that is no field and after
 * which no usual field comes any more; other fields just before that line are text, too. If the first line cannot begin a header section,
 * there is none and everything is body. Linear.
 */
export function findHeader(bytes: Buffer, at: number): HeaderRange {
  if (!beginsHeader(bytes, at)) return headerUpTo(bytes, at, carriageReturn)
  const lineBreak = lineBreakOf(bytes, at)
  let missingBreak: MissingBreak | null = null
  let end = lineEnd(bytes, at, lineBreak)
  for (; end < bytes.length && emptyLineEnd(bytes, end, lineBreak) === -1; end = lineEnd(bytes, end, lineBreak)) {
    if (isBlank(bytes[end]) || beginsField(bytes, end)) continue
    if (isDelimiterLike(bytes, end)) break
    if (isParameter(startOfLine(bytes, end), bytes.toString('latin1', Math.max(at, end - maxNameChars), end))) continue
    missingBreak ??= findMissingBreak(bytes, { at, to: end, lineBreak })
    if (end < missingBreak.lastFieldAt || isFoldedName(bytes, end, lineBreak)) continue
    return { end: missingBreak.end, bodyAt: missingBreak.end }
  }
  return headerUpTo(bytes, end, lineBreak)
}

function headerUpTo(bytes: Buffer, end: number, lineBreak: number): HeaderRange {
  const bodyAt = emptyLineEnd(bytes, end, lineBreak)
  return { end, bodyAt: bodyAt === -1 ? end : bodyAt }
}

/** What the lines around one that is no field say about the end of the header section. */
interface MissingBreak {
  /** The offset of the last usual field after it that the header section does not have yet; -1 if there is none. */
  lastFieldAt: number
  /** The end of the header section if there is none: that of the last usual field before the line, or its beginning. */
  end: number
}

function findMissingBreak(bytes: Buffer, range: { at: number; to: number; lineBreak: number }): MissingBreak {
  const { at, to, lineBreak } = range
  const names = new Set<string>()
  let end = at
  let isUsual = false
  for (let line = at; line < to; line = lineEnd(bytes, line, lineBreak)) {
    const name = isBlank(bytes[line]) ? null : usualNameAt(bytes, line)
    isUsual = isBlank(bytes[line]) ? isUsual : name !== null
    if (isUsual) end = lineEnd(bytes, line, lineBreak)
    if (name !== null) names.add(name)
  }
  let lastFieldAt = -1
  for (let line = to; line < bytes.length; line = lineEnd(bytes, line, lineBreak)) {
    if (emptyLineEnd(bytes, line, lineBreak) !== -1 || isDelimiterLike(bytes, line)) break
    const name = usualNameAt(bytes, line)
    if (name !== null && !names.has(name)) lastFieldAt = line
  }
  return { lastFieldAt, end }
}

const usualNameAt = (bytes: Buffer, at: number): string | null =>
  usualField.exec(startOfLine(bytes, at))?.[1]?.toLowerCase() ?? null

/** Boundaries begin with two dashes, and no field does. */
const isDelimiterLike = (bytes: Buffer, at: number): boolean => bytes[at] === dash && bytes[at + 1] === dash

/** Whether a line is a parameter of the field whose text is before it, such as a boundary, although its indent is missing. */
export const isParameter = (line: string, before: string): boolean =>
  parameter.test(line) && parameterBefore.test(before.slice(-maxNameChars))

/** Whether the line at `at` is a field name whose colon is on the next line. */
function isFoldedName(bytes: Buffer, at: number, lineBreak: number): boolean {
  const next = lineEnd(bytes, at, lineBreak)
  if (next - at > maxNameChars) return false
  return foldedName.test(bytes.toString('latin1', at, next).trimEnd()) && foldedColon.test(startOfLine(bytes, next))
}

/** CR where the first line ends with a CR alone, before another field or an empty line; else LF. */
function lineBreakOf(bytes: Buffer, at: number): number {
  let first = at
  while (first < bytes.length && bytes[first] !== lineFeed && bytes[first] !== carriageReturn) first += 1
  // Nearly all mails.
  if (bytes[first] === lineFeed || bytes[first + 1] === lineFeed) return lineFeed
  const end = lineEnd(bytes, at, carriageReturn)
  if (bytes[end - 1] !== carriageReturn || emptyLineEnd(bytes, end - 1, lineFeed) !== -1) return lineFeed
  return bytes[end] === carriageReturn || isBlank(bytes[end]) || beginsField(bytes, end) ? carriageReturn : lineFeed
}

/** The offset after the line break that comes after `at`: LF, or also CR if `lineBreak` is CR. */
export function lineEnd(bytes: Buffer, at: number, lineBreak = lineFeed): number {
  if (lineBreak === lineFeed) {
    const end = bytes.indexOf(lineFeed, at)
    return end === -1 ? bytes.length : end + 1
  }
  let end = at
  while (end < bytes.length && bytes[end] !== carriageReturn && bytes[end] !== lineFeed) end += 1
  return Math.min(bytes[end] === carriageReturn && bytes[end + 1] === lineFeed ? end + 2 : end + 1, bytes.length)
}

/** The end of the empty line at `at`; -1 if the line is not empty. */
function emptyLineEnd(bytes: Buffer, at: number, lineBreak: number): number {
  let end = at
  while (bytes[end] === carriageReturn) end += 1
  if (bytes[end] === lineFeed) return end + 1
  return lineBreak === carriageReturn && end > at ? at + 1 : -1
}

/** Whether the line at `at` can begin a header section: a field, a continuation line, or the `From ` line of an mbox file. */
function beginsHeader(bytes: Buffer, at: number): boolean {
  if (beginsField(bytes, at) || isBlank(bytes[at])) return true
  return /^>?From /.test(bytes.toString('latin1', at, at + 6))
}

/** Whether the line at `lineAt` begins with a field name, of at most 100 bytes, and a colon; `https://` is none, nor is a tag of HTML. */
export function beginsField(bytes: Buffer, lineAt: number): boolean {
  const farthest = lineAt + maxNameChars
  let at = lineAt
  while (at <= farthest && isNameByte(bytes[at])) at += 1
  if (at === lineAt || !isWordByte(bytes[lineAt])) return false
  while (at <= farthest && isBlank(bytes[at])) at += 1
  return at <= farthest && bytes[at] === colonByte && !(bytes[at + 1] === slash && bytes[at + 2] === slash)
}

const isWordByte = (byte = 0): boolean =>
  (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x5f

const isNameByte = (byte: number | undefined): boolean =>
  byte !== undefined && byte > space && byte < deleteByte && byte !== colonByte

const isBlank = (byte: number | undefined): boolean => byte === space || byte === tab

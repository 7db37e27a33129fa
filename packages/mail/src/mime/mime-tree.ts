import { limitGuesses } from '../text/charset-of.ts'
import { findHeader, headerStart, partHeaderStart } from './header-range.ts'
import { type HeaderCharset, type HeaderFields, headerCharset, readHeaderSection } from './header-section.ts'
import { makeNode } from './make-node.ts'
import type { StructuredField } from './structured-field.ts'
import type { TransferEncoding } from './transfer-encoding.ts'

/** A node of the MIME tree: a container with children, or a leaf. */
export interface MimeNode {
  fields: HeaderFields
  /**
   * In lower case. Where the mail names none it is `application/octet-stream` for an attachment, `message/rfc822` for a part of a digest
   * (RFC 2046 §5.1.5), else `text/plain`.
   */
  contentType: string
  params: StructuredField['params']
  /** In lower case; `''` where the mail names none. */
  disposition: string
  filename: string
  encoding: TransferEncoding
  parent: MimeNode | null
  children: MimeNode[]
  /** Its bytes as in the mail, still encoded, and the offset at which they begin. */
  body: Buffer
  bodyAt: number
}

/** The root of a mail's tree. */
interface MimeTree extends MimeNode {
  /** It has more than 200 parts, and only the first 200 were read. */
  isCut: boolean
}

interface Multipart {
  node: MimeNode
  boundary: Buffer
  depth: number
}

interface Delimiter {
  at: number
  end: number
  /** The index of its multipart in the list of open multiparts. */
  openIndex: number
  isLast: boolean
}

const maxParts = 200
const maxDepth = 32
const maxBoundaryBytes = 200
/** A boundary, two dashes before it, two after the last one, a line break, and some white space, which is ignored. */
const maxDelimiterBytes = maxBoundaryBytes + 16
/** As many bytes are searched in JavaScript before `indexOf` is called: a call costs as much, and the next such line is often near. */
const nearBytes = 128

const lineFeed = 0x0a
const carriageReturn = 0x0d
const dash = 0x2d
const afterLineFeed = Buffer.from('\n--')
const afterReturn = Buffer.from('\r--')
/** White space before the first boundary. */
const maxBlanksBefore = 9
const messageTypes: ReadonlySet<string> = new Set(['message/rfc822', 'message/global'])

/**
 * Reads the structure of a mail in one pass, without recursion (RFC 2046 §5.1). A delimiter of an outer multipart ends all multiparts
 * inside it, closed or not; an inline message is read as part of its mail. Parts after the 200th are not read.
 * @throws Error for a header section of more than 1,000 fields, and for more than 32 levels
 */
export function readMimeTree(bytes: Buffer): MimeTree {
  return limitGuesses(() => new TreeReader(bytes).read())
}

class TreeReader {
  readonly #bytes: Buffer
  readonly #charset: HeaderCharset
  readonly #open: Multipart[] = []
  #parts = 0
  #isCut = false
  /** Where the next line begins with two dashes after LF, and after a CR alone. */
  #dashesAt = { lineFeed: -1, carriageReturn: -1 }
  /** The node whose body is being read; null after the last delimiter of a multipart, until the next one of an outer multipart. */
  #current: MimeNode | null = null
  #bodyAt = 0
  #depth = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#charset = headerCharset(bytes)
  }

  read(): MimeTree {
    const root = this.#begin(headerStart(this.#bytes), null)
    for (let from = this.#bodyAt; !this.#isCut; ) {
      const delimiter = this.#nextDelimiter(from)
      if (!delimiter) break
      from = this.#applyDelimiter(delimiter)
    }
    this.#endBody(this.#bytes.length)
    return Object.assign(root, { isCut: this.#isCut })
  }

  /** @returns where to look for the next delimiter */
  #applyDelimiter({ at, end, openIndex, isLast }: Delimiter): number {
    const owner = this.#open[openIndex]
    // A closing delimiter before the first part is a mistake of the sender and is ignored.
    if (!owner || (isLast && owner.node.children.length === 0)) return end
    this.#endBody(this.#withoutLineBreak(at))
    this.#open.length = isLast ? openIndex : openIndex + 1
    if (isLast) {
      this.#current = null
      return end
    }
    if (this.#hasAllParts()) return end
    this.#depth = owner.depth + 1
    this.#begin(isDigest(owner.node) ? end : partHeaderStart(this.#bytes, end), owner.node)
    return this.#bodyAt
  }

  /** Reads the header section at `at`, and those of inline messages that follow it directly. @returns the outermost node */
  #begin(at: number, parent: MimeNode | null): MimeNode {
    const outermost = this.#readNode(at, parent)
    for (let node = outermost; isInlineMessage(node) && !this.#hasAllParts(); ) {
      this.#depth += 1
      node = this.#readNode(this.#bodyAt, node)
    }
    return outermost
  }

  #readNode(at: number, parent: MimeNode | null): MimeNode {
    if (parent) this.#parts += 1
    if (this.#depth > maxDepth) throw new Error('Parts nested too deeply')
    const node = makeNode(this.#readHead(at), parent)
    parent?.children.push(node)
    this.#current = node
    if (!isMultipart(node)) return node
    const boundary = Buffer.from(this.#boundaryOf(node))
    if (boundary.length > 0 && boundary.length <= maxBoundaryBytes) {
      this.#open.push({ node, boundary, depth: this.#depth })
    }
    return node
  }

  /** The boundary that the header names. Where it names none, or the mail does not have it, the one with which the body begins. */
  #boundaryOf({ params, parent }: MimeNode): string {
    const named = params.get('boundary')?.trimEnd() ?? ''
    if (named === '') return this.#firstBoundary()
    // Looked for once in a mail, so that the time stays linear.
    if (parent !== null || this.#hasDelimiter(named)) return named
    const first = this.#firstBoundary()
    const isRepeated = first !== '' && this.#bytes.indexOf(`\n--${first}`, this.#bodyAt + maxBlanksBefore) !== -1
    return isRepeated ? first : named
  }

  #hasDelimiter(boundary: string): boolean {
    const delimiter = `--${boundary}`
    const from = this.#bodyAt
    // Where most mails have it.
    if (this.#bytes.toString('latin1', from, from + delimiter.length) === delimiter) return true
    return this.#bytes.indexOf(delimiter, from) !== -1
  }

  /** The boundary with which a body begins; `''` if it does not begin with one. */
  #firstBoundary(): string {
    const line = this.#bytes.toString('utf8', this.#bodyAt, this.#bodyAt + maxDelimiterBytes)
    return /^\s{0,9}--(\S[^\r\n]*)[\r\n]/.exec(line)?.[1]?.trimEnd() ?? ''
  }

  /** Whether no more parts are read. */
  #hasAllParts(): boolean {
    this.#isCut ||= this.#parts >= maxParts
    return this.#isCut
  }

  #readHead(at: number): HeaderFields {
    const { end, bodyAt } = findHeader(this.#bytes, at)
    this.#bodyAt = bodyAt
    return readHeaderSection(this.#bytes.subarray(at, end), this.#charset)
  }

  #endBody(end: number): void {
    const node = this.#current
    if (!node) return
    node.bodyAt = this.#bodyAt
    node.body = this.#bytes.subarray(this.#bodyAt, Math.max(this.#bodyAt, end))
    this.#current = null
  }

  #nextDelimiter(from: number): Delimiter | null {
    if (this.#open.length === 0) return null
    const first = this.#delimiterAt(from)
    if (first) return first
    for (let at = from; ; ) {
      at = this.#nextPossibleDelimiter(at)
      if (at === -1) return null
      const delimiter = this.#delimiterAt(at)
      if (delimiter) return delimiter
    }
  }

  #nextPossibleDelimiter(from: number): number {
    const bytes = this.#bytes
    const near = Math.min(from + nearBytes, bytes.length)
    for (let at = from; at < near; at += 1) {
      if (isLineBreak(bytes[at]) && bytes[at + 1] === dash && bytes[at + 2] === dash) return at + 1
    }
    const found = this.#dashesAt
    // Most mails have none of one kind: what was found is kept, so that each byte is searched once for each.
    if (found.lineFeed < near) found.lineFeed = indexOrEnd(bytes, afterLineFeed, near)
    if (found.carriageReturn < near) found.carriageReturn = indexOrEnd(bytes, afterReturn, near)
    const at = Math.min(found.lineFeed, found.carriageReturn)
    return at === bytes.length ? -1 : at + 1
  }

  /** The delimiter on the line at `at`, or null. If several open multiparts have the same boundary, it belongs to the innermost. */
  #delimiterAt(at: number): Delimiter | null {
    const bytes = this.#bytes
    if (bytes[at] !== dash || bytes[at + 1] !== dash || this.#open.length === 0) return null
    const end = this.#shortLineEnd(at)
    if (end === -1) return null
    let textEnd = end
    while (isWhiteSpace(bytes[textEnd - 1])) textEnd -= 1
    const length = textEnd - at - 2
    const isClosed = bytes[textEnd - 1] === dash && bytes[textEnd - 2] === dash
    const open = this.#open
    for (let openIndex = open.length - 1; openIndex >= 0; openIndex -= 1) {
      const boundary = open[openIndex]?.boundary
      const extra = boundary ? length - boundary.length : -1
      if (boundary && (extra === 0 || (extra === 2 && isClosed)) && matchesAt(boundary, bytes, at + 2)) {
        return { at, end, openIndex, isLast: extra === 2 }
      }
    }
    return null
  }

  /** The end of the line that begins at `at`; -1 if it is too long for a delimiter. */
  #shortLineEnd(at: number): number {
    const bytes = this.#bytes
    const farthest = Math.min(at + maxDelimiterBytes, bytes.length)
    for (let index = at; index < farthest; index += 1) {
      if (bytes[index] === lineFeed) return index + 1
      if (bytes[index] !== carriageReturn) continue
      let end = index
      while (bytes[end] === carriageReturn) end += 1
      return bytes[end] === lineFeed ? end + 1 : index + 1
    }
    return farthest === bytes.length ? farthest : -1
  }

  /** The line break before a delimiter belongs to the delimiter. */
  #withoutLineBreak(at: number): number {
    const bytes = this.#bytes
    if (bytes[at - 1] === carriageReturn) return at - 1
    let end = bytes[at - 1] === lineFeed ? at - 1 : at
    while (end < at && bytes[end - 1] === carriageReturn) end -= 1
    return end
  }
}

/** Compares byte by byte: for pieces as short as a boundary a call of `Buffer.compare` costs more. */
function matchesAt(piece: Buffer, bytes: Buffer, at: number): boolean {
  for (let index = 0; index < piece.length; index += 1) if (piece[index] !== bytes[at + index]) return false
  return true
}

function indexOrEnd(bytes: Buffer, piece: Buffer, from: number): number {
  const found = bytes.indexOf(piece, from)
  return found === -1 ? bytes.length : found
}

const isLineBreak = (byte: number | undefined) => byte === lineFeed || byte === carriageReturn

const isWhiteSpace = (byte: number | undefined) => byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)

const isDigest = ({ contentType }: MimeNode): boolean => contentType === 'multipart/digest'

/** Whether the content of a node consists of parts (RFC 2046 §5.1). */
export const isMultipart = ({ contentType }: MimeNode): boolean => contentType.startsWith('multipart/')

/**
 * Whether a node is a message that is read as part of its mail: an inline one without a name, one of a digest, or one that is the whole
 * mail. Other messages are files.
 */
export function isInlineMessage({ contentType, disposition, filename, encoding, parent }: MimeNode): boolean {
  if (!messageTypes.has(contentType) || encoding !== 'identity' || disposition === 'attachment') return false
  return parent === null || isDigest(parent) || (disposition === 'inline' && filename === '')
}

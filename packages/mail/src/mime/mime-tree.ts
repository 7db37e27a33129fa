import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import { findHeader, type HeaderFields, headerStart, readHeaderSection } from './header-section.ts'
import { firstWord, readStructuredField, type StructuredField } from './structured-field.ts'
import type { TransferEncoding } from './transfer-encoding.ts'

/** A node of the MIME tree: a container with children, or a leaf. */
export interface MimeNode {
  fields: HeaderFields
  /** In lower case; `text/plain` where the mail names none, `application/octet-stream` if it is an attachment. */
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

const maxNodes = 200
const maxDepth = 32
const maxBoundaryBytes = 200
/** A boundary, two dashes before it, two after the last one, a line break, and some white space, which is ignored. */
const maxDelimiterBytes = maxBoundaryBytes + 16
/** As many bytes are searched in JavaScript before `indexOf` is called: a call costs as much, and the next such line is often near. */
const nearBytes = 128

const mediaType = /^[^\s"/]+\/[^\s"/]+$/

const lineFeed = 0x0a
const carriageReturn = 0x0d
const dash = 0x2d
const possibleDelimiter = Buffer.from('\n--')

/**
 * Reads the structure of a mail in one pass, without recursion (RFC 2046 §5.1). A delimiter of an outer multipart ends all multiparts
 * inside it, closed or not; an inline message is read as part of its mail.
 * @throws Error for a header section over 256 KiB or 1,000 fields, for more than 200 nodes, and for more than 32 levels
 */
export function readMimeTree(bytes: Buffer): MimeNode {
  return new TreeReader(bytes).read()
}

class TreeReader {
  readonly #bytes: Buffer
  readonly #open: Multipart[] = []
  #nodes = 0
  /** The node whose body is being read; null after the last delimiter of a multipart, until the next one of an outer multipart. */
  #current: MimeNode | null = null
  #bodyAt = 0
  #depth = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  read(): MimeNode {
    const root = this.#begin(headerStart(this.#bytes), null)
    for (let from = this.#bodyAt; ; ) {
      const delimiter = this.#nextDelimiter(from)
      if (!delimiter) break
      from = this.#applyDelimiter(delimiter)
    }
    this.#endBody(this.#bytes.length)
    return root
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
    this.#depth = owner.depth + 1
    this.#begin(end, owner.node)
    return this.#bodyAt
  }

  /** Reads the header section at `at`, and those of inline messages that follow it directly. @returns the outermost node */
  #begin(at: number, parent: MimeNode | null): MimeNode {
    const outermost = this.#readNode(at, parent)
    for (let node = outermost; isInlineMessage(node); ) {
      this.#depth += 1
      node = this.#readNode(this.#bodyAt, node)
    }
    return outermost
  }

  #readNode(at: number, parent: MimeNode | null): MimeNode {
    this.#nodes += 1
    if (this.#nodes > maxNodes) throw new Error('Too many parts')
    if (this.#depth > maxDepth) throw new Error('Parts nested too deeply')
    const node = makeNode(this.#readHead(at), parent)
    parent?.children.push(node)
    this.#current = node
    const boundary = Buffer.from(node.params.get('boundary')?.trimEnd() ?? '')
    if (isMultipart(node) && boundary.length > 0 && boundary.length <= maxBoundaryBytes) {
      this.#open.push({ node, boundary, depth: this.#depth })
    }
    return node
  }

  #readHead(at: number): HeaderFields {
    const { end, bodyAt, isTooLong } = findHeader(this.#bytes, at, (lineAt) => this.#delimiterAt(lineAt) !== null)
    if (isTooLong) throw new Error('Header section too long')
    this.#bodyAt = bodyAt
    return readHeaderSection(this.#bytes.subarray(at, end))
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
      if (bytes[at] === lineFeed && bytes[at + 1] === dash && bytes[at + 2] === dash) return at + 1
    }
    const found = bytes.indexOf(possibleDelimiter, near)
    return found === -1 ? -1 : found + 1
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
    for (let index = at; index < farthest; index += 1) if (bytes[index] === lineFeed) return index + 1
    return farthest === bytes.length ? farthest : -1
  }

  /** The line break before a delimiter belongs to the delimiter. */
  #withoutLineBreak(at: number): number {
    if (this.#bytes[at - 1] !== lineFeed) return at
    return this.#bytes[at - 2] === carriageReturn ? at - 2 : at - 1
  }
}

/** Compares byte by byte: for pieces as short as a boundary a call of `Buffer.compare` costs more. */
function matchesAt(piece: Buffer, bytes: Buffer, at: number): boolean {
  for (let index = 0; index < piece.length; index += 1) if (piece[index] !== bytes[at + index]) return false
  return true
}

const isWhiteSpace = (byte: number | undefined) => byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)

function makeNode(fields: HeaderFields, parent: MimeNode | null): MimeNode {
  const disposition = readStructuredField(fields.get('content-disposition') ?? '')
  const type = readStructuredField(fields.get('content-type') ?? '')
  const untyped = disposition.value === 'attachment' ? 'application/octet-stream' : 'text/plain'
  return {
    fields,
    // An invalid type is treated like a missing one (RFC 2045 §5.2).
    contentType: mediaType.test(type.value) ? type.value : untyped,
    params: type.params,
    disposition: disposition.value,
    filename: disposition.params.get('filename') ?? type.params.get('name') ?? '',
    encoding: encodingOf(fields.get('content-transfer-encoding') ?? ''),
    parent,
    children: [],
    body: Buffer.alloc(0),
    bodyAt: 0,
  }
}

function encodingOf(field: string): TransferEncoding {
  const name = firstWord(decodeEncodedWords(field)).toLowerCase()
  return name === 'base64' || name === 'quoted-printable' ? name : 'identity'
}

/** Whether the content of a node consists of parts (RFC 2046 §5.1). */
export const isMultipart = ({ contentType }: MimeNode): boolean => contentType.startsWith('multipart/')

/** Whether a node is a message that is read as part of its mail; other messages are files. */
export const isInlineMessage = ({ contentType, disposition, encoding }: MimeNode): boolean =>
  contentType === 'message/rfc822' && disposition === 'inline' && encoding === 'identity'

import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import { findHeader, type HeaderFields, headerStart, readHeaderSection } from './header-section.ts'
import { firstWord, readStructuredField, type StructuredField } from './structured-field.ts'
import type { TransferEncoding } from './transfer-encoding.ts'

/** A node of the MIME tree: a container with children, or a leaf. */
export interface MimeNode {
  fields: HeaderFields
  /** Lower case, `text/plain` where the mail names none. */
  contentType: string
  params: StructuredField['params']
  /** Lower case; `''` where the mail names none. */
  disposition: string
  filename: string
  encoding: TransferEncoding
  parent: MimeNode | null
  children: MimeNode[]
  /** Its bytes as they lie in the mail, still encoded. */
  body: Buffer
}

interface Multipart {
  node: MimeNode
  boundary: Buffer
  depth: number
}

interface Delimiter {
  at: number
  end: number
  /** Where in the list of open multiparts the one stands that it belongs to. */
  place: number
  isLast: boolean
}

const maxNodes = 200
const maxDepth = 32
const maxBoundaryBytes = 200
/** Two dashes before a boundary, two behind the last one, a line break, and some white space that does not count. */
const maxDelimiterBytes = maxBoundaryBytes + 16
/** Where a line looked like a delimiter the next ones may as well, and a search by the C library costs as much as this many bytes. */
const nearBytes = 128

const mediaType = /^[^\s"/]+\/[^\s"/]+$/

const lineFeed = 0x0a
const carriageReturn = 0x0d
const dash = 0x2d
const lineThatMayDelimit = Buffer.from('\n--')

/**
 * Reads the structure of a mail in one pass, without recursion (RFC 2046 §5.1). A delimiter of an outer multipart ends all inside it,
 * whether these were closed or not; a message that stands inline is read as part of its mail.
 * @throws Error where a header section is over 256 KiB or 1,000 fields, over 200 nodes, or nested over 32 deep
 */
export function readMimeTree(bytes: Buffer): MimeNode {
  return new TreeReader(bytes).read()
}

class TreeReader {
  readonly #bytes: Buffer
  readonly #open: Multipart[] = []
  #nodes = 0
  /** The node whose body is being passed; null between the last delimiter of a multipart and the next one of an outer one. */
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
      from = this.#pass(delimiter)
    }
    this.#endBody(this.#bytes.length)
    return root
  }

  /** @returns where to look for the next delimiter */
  #pass({ at, end, place, isLast }: Delimiter): number {
    const owner = this.#open[place]
    // A multipart that ends before it began is a mistake of its sender.
    if (!owner || (isLast && owner.node.children.length === 0)) return end
    this.#endBody(this.#withoutLineBreak(at))
    this.#open.length = isLast ? place : place + 1
    if (isLast) {
      this.#current = null
      return end
    }
    this.#depth = owner.depth + 1
    this.#begin(end, owner.node)
    return this.#bodyAt
  }

  /** Reads the header sections that begin here: more than one where a message stands inline. @returns the outermost node */
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
    if (this.#current) this.#current.body = this.#bytes.subarray(this.#bodyAt, Math.max(this.#bodyAt, end))
    this.#current = null
  }

  #nextDelimiter(from: number): Delimiter | null {
    if (this.#open.length === 0) return null
    const first = this.#delimiterAt(from)
    if (first) return first
    for (let at = from; ; ) {
      at = this.#nextLineThatMayDelimit(at)
      if (at === -1) return null
      const delimiter = this.#delimiterAt(at)
      if (delimiter) return delimiter
    }
  }

  #nextLineThatMayDelimit(from: number): number {
    const bytes = this.#bytes
    const near = Math.min(from + nearBytes, bytes.length)
    for (let at = from; at < near; at += 1) {
      if (bytes[at] === lineFeed && bytes[at + 1] === dash && bytes[at + 2] === dash) return at + 1
    }
    const found = bytes.indexOf(lineThatMayDelimit, near)
    return found === -1 ? -1 : found + 1
  }

  /** The delimiter that is the line at this place; of multiparts with the same boundary it belongs to the innermost. */
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
    for (let place = open.length - 1; place >= 0; place -= 1) {
      const boundary = open[place]?.boundary
      const more = boundary ? length - boundary.length : -1
      if (boundary && (more === 0 || (more === 2 && isClosed)) && standsAt(boundary, bytes, at + 2)) {
        return { at, end, place, isLast: more === 2 }
      }
    }
    return null
  }

  /** Where the line ends that begins here; -1 where it is too long for a delimiter. */
  #shortLineEnd(at: number): number {
    const bytes = this.#bytes
    const farthest = Math.min(at + maxDelimiterBytes, bytes.length)
    for (let place = at; place < farthest; place += 1) if (bytes[place] === lineFeed) return place + 1
    return farthest === bytes.length ? farthest : -1
  }

  /** The line break before a delimiter is part of it. */
  #withoutLineBreak(at: number): number {
    if (this.#bytes[at - 1] !== lineFeed) return at
    return this.#bytes[at - 2] === carriageReturn ? at - 2 : at - 1
  }
}

/** Compared here: asking the C library costs more than most boundaries are long. */
function standsAt(piece: Buffer, bytes: Buffer, at: number): boolean {
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
    // What is no type counts as none (RFC 2045 §5.2).
    contentType: mediaType.test(type.value) ? type.value : untyped,
    params: type.params,
    disposition: disposition.value,
    filename: disposition.params.get('filename') ?? type.params.get('name') ?? '',
    encoding: encodingOf(fields.get('content-transfer-encoding') ?? ''),
    parent,
    children: [],
    body: Buffer.alloc(0),
  }
}

function encodingOf(field: string): TransferEncoding {
  const name = firstWord(decodeEncodedWords(field)).toLowerCase()
  return name === 'base64' || name === 'quoted-printable' ? name : 'identity'
}

/** Whether its parts are its content (RFC 2046 §5.1). */
export const isMultipart = ({ contentType }: MimeNode): boolean => contentType.startsWith('multipart/')

/** A message inside a mail that is to be read along with it; all others are files. */
export const isInlineMessage = ({ contentType, disposition, encoding }: MimeNode): boolean =>
  contentType === 'message/rfc822' && disposition === 'inline' && encoding === 'identity'

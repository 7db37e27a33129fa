import { decodeEncodedWords } from '../text/decode-encoded-words.ts'
import { beginsHeader, type HeaderFields, readHeaderSection } from './header-section.ts'
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
  boundary: string
  depth: number
}

interface Delimiter {
  at: number
  end: number
  /** Where in the list of open multiparts the one stands that it belongs to. */
  place: number
  isLast: boolean
}

const maxHeadBytes = 256 * 1024
const maxNodes = 200
const maxDepth = 32
const maxBoundaryChars = 200

const mediaType = /^[^\s"/]+\/[^\s"/]+$/

const lineFeed = 0x0a
const carriageReturn = 0x0d
const dash = 0x2d
const byteOrderMark = Buffer.from('\ufeff')
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
    const startsMarked = this.#bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)
    const root = this.#begin(startsMarked ? byteOrderMark.length : 0, null)
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
    const boundary = node.params.get('boundary')?.trimEnd() ?? ''
    if (isMultipart(node) && boundary !== '' && boundary.length <= maxBoundaryChars) {
      this.#open.push({ node, boundary: Buffer.from(boundary).toString('latin1'), depth: this.#depth })
    }
    return node
  }

  /** Up to an empty line or a delimiter; a text that begins without any field is all body. */
  #readHead(at: number): HeaderFields {
    const bytes = this.#bytes
    let lineAt = at
    if (beginsHeader(bytes, at)) {
      while (lineAt < bytes.length && !this.#isEmptyLine(lineAt) && !this.#delimiterAt(lineAt)) {
        lineAt = this.#lineEnd(lineAt)
        if (lineAt - at > maxHeadBytes) throw new Error('Header section too long')
      }
    }
    this.#bodyAt = lineAt < bytes.length && this.#isEmptyLine(lineAt) ? this.#lineEnd(lineAt) : lineAt
    return readHeaderSection(bytes.subarray(at, lineAt))
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
      at = this.#bytes.indexOf(lineThatMayDelimit, at) + 1
      if (at === 0) return null
      const delimiter = this.#delimiterAt(at)
      if (delimiter) return delimiter
    }
  }

  /** The delimiter that is the line at this place; of multiparts with the same boundary it belongs to the innermost. */
  #delimiterAt(at: number): Delimiter | null {
    const bytes = this.#bytes
    if (bytes[at] !== dash || bytes[at + 1] !== dash || this.#open.length === 0) return null
    const end = this.#lineEnd(at)
    if (end - at > maxBoundaryChars + 16) return null
    const line = bytes.toString('latin1', at + 2, end).trimEnd()
    for (let place = this.#open.length - 1; place >= 0; place--) {
      const boundary = this.#open[place]?.boundary ?? ''
      if (line === boundary) return { at, end, place, isLast: false }
      if (line.length === boundary.length + 2 && line.startsWith(boundary) && line.endsWith('--'))
        return { at, end, place, isLast: true }
    }
    return null
  }

  #lineEnd(at: number): number {
    const end = this.#bytes.indexOf(lineFeed, at)
    return end === -1 ? this.#bytes.length : end + 1
  }

  #isEmptyLine(at: number): boolean {
    const bytes = this.#bytes
    return bytes[at] === lineFeed || (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed)
  }

  /** The line break before a delimiter is part of it. */
  #withoutLineBreak(at: number): number {
    if (this.#bytes[at - 1] !== lineFeed) return at
    return this.#bytes[at - 2] === carriageReturn ? at - 2 : at - 1
  }
}

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

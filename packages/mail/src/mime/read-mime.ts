import { isUtf8 } from 'node:buffer'
import type { Attachment } from '../parsed-mail.ts'
import { decodeText } from '../text/decode-text.ts'
import { inPieces } from '../text/in-pieces.ts'
import { unflowed } from './flowed-text.ts'
import type { HeaderFields } from './header-section.ts'
import { attachmentsOf, isBodyText } from './mail-files.ts'
import { isInlineMessage, type MimeNode, readMimeTree } from './mime-tree.ts'
import { firstWord } from './structured-field.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** A node of the MIME tree: a container with children, or a leaf, whose `text` is null where it is no body text. */
export interface MimePart {
  contentType: string
  text: string | null
  /** The header of a forwarded message that stands inline (RFC 2046 §5.2.1); null for all other parts. */
  forwardedHeader: HeaderFields | null
  children: MimePart[]
}

/** A mail taken apart: header, tree of texts, and what is known of its files. */
export interface MimeMail {
  fields: HeaderFields
  root: MimePart
  attachments: Attachment[]
  /** Something was longer than the caps and only its head was read. */
  isCut: boolean
}

const maxParsedBytes = 10 * 1024 * 1024
/** For all texts and for all HTML of a mail: twice what is kept, so that no charset's head is too short. */
const maxTextBytes = 4 * 1024 * 1024
const maxPrescannedBytes = 1024

/**
 * Takes a raw mail apart, at most its first 10 MiB; of all its texts, and of all its HTML, 4 MiB.
 * @throws Error when the mail breaks a limit of `readMimeTree`
 */
export function readMime(raw: Buffer): MimeMail {
  const tree = readMimeTree(raw.subarray(0, maxParsedBytes))
  const reader = new PartReader()
  const root = reader.read(tree)
  return {
    fields: tree.fields,
    root,
    attachments: attachmentsOf(tree),
    isCut: raw.length > maxParsedBytes || reader.isCut,
  }
}

class PartReader {
  isCut = false
  readonly #leftBytes = { text: maxTextBytes, html: maxTextBytes }

  /** As deep as `readMimeTree` lets a mail be. */
  read(node: MimeNode): MimePart {
    const isContainer = node.children.length > 0 || isInlineMessage(node)
    const isText = !isContainer && isBodyText(node)
    return {
      contentType: node.contentType,
      text: isText ? this.#textOf(node) : null,
      forwardedHeader: node.parent && isInlineMessage(node.parent) ? node.fields : null,
      children: node.children.map((child) => this.read(child)),
    }
  }

  #textOf({ body, contentType, encoding, params }: MimeNode): string {
    const kind = contentType === 'text/html' ? 'html' : 'text'
    const left = this.#leftBytes[kind]
    const bytes = decodeTransfer(body, encoding, left)
    if (bytes.length > left) this.isCut = true
    const kept = bytes.subarray(0, left)
    this.#leftBytes[kind] -= kept.length

    const charset = firstWord(params.get('charset') ?? '') || (kind === 'html' ? charsetWithin(kept) : '')
    const decoded = decodeText(kept, charset)
    const text = inPieces(decoded, (piece) => piece.split('\r\n').join('\n'))
    const isFlowed = contentType === 'text/plain' && params.get('format')?.trim().toLowerCase() === 'flowed'
    return isFlowed ? unflowed(text, params.get('delsp')?.trim().toLowerCase() === 'yes') : text
  }
}

/** What an HTML document says of itself, where its mail does not say it and it is not UTF-8 (HTML Standard §13.2.3.2). */
function charsetWithin(html: Buffer): string {
  if (isUtf8(html)) return ''
  const head = html.toString('latin1', 0, maxPrescannedBytes)
  return /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w:.+-]{1,40})/i.exec(head)?.[1] ?? ''
}

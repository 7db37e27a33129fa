import { isUtf8 } from 'node:buffer'
import { decodeText } from '../text/decode-text.ts'
import { bodyTextsOf } from './body-texts.ts'
import { calendarText } from './calendar-text.ts'
import { unflowed } from './flowed-text.ts'
import type { HeaderFields } from './header-section.ts'
import { withLineFeeds } from './line-feeds.ts'
import { type Attachment, attachmentsOf } from './mail-files.ts'
import { isInlineMessage, type MimeNode, readMimeTree } from './mime-tree.ts'
import { plainFooterAt } from './plain-footer.ts'
import { firstWord } from './structured-field.ts'
import { decodeTransfer } from './transfer-encoding.ts'

/** A node of the MIME tree: a container with children, or a leaf. `text` is null unless it is a leaf with body text. */
export interface MimePart {
  contentType: string
  text: string | null
  /** The header of an inline forwarded message (RFC 2046 §5.2.1); null for all other parts. */
  forwardedHeader: HeaderFields | null
  children: MimePart[]
}

/** A mail after MIME parsing: its header, its tree of texts, and its files without their bytes. */
export interface MimeMail {
  fields: HeaderFields
  root: MimePart
  attachments: Attachment[]
  /** The mail, its text or its HTML was longer than the cap, or it has too many parts, and only the beginning was read. */
  isCut: boolean
}

const maxParsedBytes = 10 * 1024 * 1024
/** For all texts together, and for all HTML together: twice what is kept, because decoding shortens some charsets. */
const maxTextBytes = 4 * 1024 * 1024
const maxPrescannedBytes = 1024
const footedPart = { contentType: 'multipart/mixed', text: null }
const plainFooter = { contentType: 'text/plain', encoding: 'identity', params: new Map<string, string>() } as const

/**
 * Parses the first 10 MiB of a raw mail, and decodes at most 4 MiB of text and 4 MiB of HTML.
 * @throws Error if the mail breaks a limit of `readMimeTree`
 */
export function readMime(raw: Buffer): MimeMail {
  const tree = readMimeTree(raw.subarray(0, maxParsedBytes))
  const texts = bodyTextsOf(tree)
  const reader = new PartReader(texts)
  const root = reader.read(tree)
  return {
    fields: tree.fields,
    root,
    attachments: attachmentsOf(tree, texts),
    isCut: raw.length > maxParsedBytes || tree.isCut || reader.isCut,
  }
}

class PartReader {
  isCut = false
  readonly #texts: ReadonlySet<MimeNode>
  readonly #remainingBytes = { text: maxTextBytes, html: maxTextBytes }

  constructor(texts: ReadonlySet<MimeNode>) {
    this.#texts = texts
  }

  /** Recursive; `readMimeTree` limits the depth. */
  read(node: MimeNode): MimePart {
    const forwardedHeader = node.parent && isInlineMessage(node.parent) ? node.fields : null
    const isText = node.children.length === 0 && this.#texts.has(node)
    const footerAt = isText ? plainFooterAt(node.body, node.encoding) : -1
    if (footerAt > 0) return { ...footedPart, forwardedHeader, children: this.#textAndFooter(node, footerAt) }
    return {
      contentType: node.contentType,
      text: isText ? this.#textOf(footerAt === 0 ? { ...node, encoding: 'identity' } : node) : null,
      forwardedHeader,
      children: node.children.map((child) => this.read(child)),
    }
  }

  /** A text, and the footer that a list server put behind it without encoding it. */
  #textAndFooter(node: MimeNode, footerAt: number): MimePart[] {
    const leaf = { forwardedHeader: null, children: [] }
    const text = this.#textOf({ ...node, body: node.body.subarray(0, footerAt) })
    const footer = this.#textOf({ ...node, ...plainFooter, body: node.body.subarray(footerAt) })
    return [
      { ...leaf, contentType: node.contentType, text },
      { ...leaf, contentType: 'text/plain', text: footer },
    ]
  }

  #textOf({ body, contentType, encoding, params }: MimeNode): string {
    const kind = contentType === 'text/html' ? 'html' : 'text'
    const remaining = this.#remainingBytes[kind]
    const bytes = decodeTransfer(body, encoding, remaining)
    if (bytes.length > remaining) this.isCut = true
    const kept = bytes.subarray(0, remaining)
    this.#remainingBytes[kind] -= kept.length

    const charset = firstWord(params.get('charset') ?? '') || (kind === 'html' ? metaCharsetOf(kept) : '')
    const text = withLineFeeds(decodeText(kept, charset))
    if (contentType === 'text/calendar') return calendarText(text)
    const isFlowed = contentType === 'text/plain' && params.get('format')?.trim().toLowerCase() === 'flowed'
    return isFlowed ? unflowed(text, params.get('delsp')?.trim().toLowerCase() === 'yes') : text
  }
}

/** The charset in a `<meta>` element of HTML that is not UTF-8 (HTML Standard §13.2.3.2); `''` if there is none. */
function metaCharsetOf(html: Buffer): string {
  if (isUtf8(html)) return ''
  const head = html.toString('latin1', 0, maxPrescannedBytes)
  return /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w:.+-]{1,40})/i.exec(head)?.[1] ?? ''
}

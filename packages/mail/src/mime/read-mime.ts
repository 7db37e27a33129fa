import { finished } from 'node:stream/promises'
import type { AttachmentPart, HeaderLine, ParsedNode, TextResult } from 'mailparser'
import type { Attachment } from '../parsed-mail.ts'
import { cleanLine } from '../text/clean-text.ts'
import { LeanParser } from './lean-parser.ts'

/** A node of the MIME tree: a container with children, or a leaf, whose `text` is null where it is no body text. */
export interface MimePart {
  contentType: string
  text: string | null
  /** The header of a forwarded message that stands inline (RFC 2046 §5.2.1); null for all other parts. */
  forwardedHeaders: Map<string, unknown> | null
  children: MimePart[]
}

/** A mail taken apart: decoded header, tree of texts, and what is known of its files. */
export interface MimeMail {
  headers: Map<string, unknown>
  /** The header fields as written, keys in lower case. */
  headerLines: HeaderLine[]
  root: MimePart | null
  attachments: Attachment[]
  /** Something was longer than the caps and only its head was read. */
  isCut: boolean
}

const maxParsedBytes = 10 * 1024 * 1024
const maxAttachments = 100
const maxFilenameChars = 255
const unattachedTypes: ReadonlySet<string> = new Set(['text/x-amp-html', 'text/rfc822-headers'])

/**
 * Takes a raw mail apart, at most its first 10 MiB.
 * @throws Error when the mail breaks a limit (head, nodes, depth) or the parser fails on it
 */
export async function readMime(raw: Buffer): Promise<MimeMail> {
  const parser = new LeanParser()
  const attachments: Attachment[] = []
  parser.on('data', (part: AttachmentPart | TextResult) => {
    if (part.type === 'attachment') void readAttachment(part, attachments)
  })
  parser.end(raw.subarray(0, maxParsedBytes))
  await finished(parser)
  // The parser ends without waiting for a last part that no boundary closed.
  await Promise.all([...parser.textParts.values()].map((sink) => finished(sink, { readable: false })))

  const isCut = raw.length > maxParsedBytes || [...parser.textParts.values()].some((sink) => sink.isCut)
  const root = parser.tree || null
  return {
    headers: root?.headers ?? new Map(),
    headerLines: parser.headerLines || [],
    root: root && toMimePart(root, parser),
    attachments,
    isCut,
  }
}

function readAttachment(part: AttachmentPart, attachments: Attachment[]): void {
  const attachment = { ...describe(part), index: attachments.length, sizeBytes: 0 }
  if (attachments.length < maxAttachments) attachments.push(attachment)
  part.content.on('data', (chunk: Buffer) => {
    attachment.sizeBytes += chunk.length
  })
  part.content.on('end', () => part.release())
}

function describe(part: AttachmentPart): Omit<Attachment, 'index' | 'sizeBytes'> {
  const contentType = cleanLine(part.contentType || 'application/octet-stream', maxFilenameChars)
  const contentId = cleanLine(part.cid ?? '', maxFilenameChars) || null
  // AMP is another face of the body, and a bounce's returned header belongs to its report: neither is a file.
  const isInline =
    unattachedTypes.has(contentType) ||
    (contentId !== null && (part.related === true || part.contentDisposition === 'inline'))
  return { filename: cleanLine(part.filename ?? '', maxFilenameChars), contentType, contentId, isInline }
}

function toMimePart(node: ParsedNode, parser: LeanParser): MimePart {
  const sink = parser.textParts.get(node)
  return {
    contentType: node.contentType || 'text/plain',
    text: sink ? sink.text((node.charset ?? '').slice('x-'.length)) : null,
    forwardedHeaders: node.showMeta ? node.headers : null,
    children: node.children.map((child) => toMimePart(child, parser)),
  }
}

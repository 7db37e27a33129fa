import { cleanLine } from '../text/clean-text.ts'
import { isInlineMessage, isMultipart, type MimeNode } from './mime-tree.ts'
import { decodedLength, decodeTransfer, type TransferEncoding } from './transfer-encoding.ts'

/** One attached or inline file: its metadata, never its bytes. `index` counts from 0 in the order of the mail. */
export interface Attachment {
  index: number
  filename: string
  contentType: string
  /** Decoded bytes; for a file that the parsing cap cut, only those that were read. */
  sizeBytes: number
  /** Without angle brackets. */
  contentId: string | null
  /** Part of the body (an image that the HTML shows by `cid:`), not a file that the sender attached. */
  isInline: boolean
}

/** A file whose bytes are decoded when they are asked for. */
export interface MailFile extends Attachment {
  decode(): Buffer
}

/** A file, and where it is in its mail, still encoded: from `from`, up to and without `to`. */
export interface LocatedFile extends Attachment {
  from: number
  to: number
  encoding: TransferEncoding
}

const maxFiles = 100
const maxFilenameChars = 255
const textTypes: ReadonlySet<string> = new Set(['text/plain', 'text/html', 'message/delivery-status'])
const inlineTypes: ReadonlySet<string> = new Set(['text/x-amp-html', 'text/rfc822-headers'])

/** The first 100 files of a mail, attached or inline, without their bytes. */
export function attachmentsOf(tree: MimeNode): Attachment[] {
  return fileNodes(tree).map(toAttachment)
}

/** The same, to be decoded one by one. */
export function filesOf(tree: MimeNode): MailFile[] {
  return fileNodes(tree).map((node, index) => ({
    ...toAttachment(node, index),
    decode: () => decodeTransfer(node.body, node.encoding, node.body.length),
  }))
}

/** Where the file at this index is in a mail whose tree begins with its first byte; null where there is none. */
export function locateFile(tree: MimeNode, index: number): LocatedFile | null {
  const node = fileNodes(tree)[index]
  if (!node) return null
  const from = node.bodyAt
  return { ...toAttachment(node, index), from, to: from + node.body.length, encoding: node.encoding }
}

const toAttachment = (node: MimeNode, index: number): Attachment => ({
  index,
  ...describe(node),
  sizeBytes: decodedLength(node.body, node.encoding),
})

/** Recursive; `readMimeTree` limits the depth. */
function fileNodes(tree: MimeNode): MimeNode[] {
  const all = (node: MimeNode): MimeNode[] =>
    node.children.length > 0 ? node.children.flatMap(all) : isInlineMessage(node) || isBodyText(node) ? [] : [node]
  return all(tree).slice(0, maxFiles)
}

/** Whether a leaf is text of the mail. A multipart without parts is broken, and its body is read as text. */
export function isBodyText(node: MimeNode): boolean {
  if (isMultipart(node)) return true
  return textTypes.has(node.contentType) && (node.disposition === '' || node.disposition === 'inline')
}

function describe(node: MimeNode): Omit<Attachment, 'index' | 'sizeBytes'> {
  const contentType = cleanLine(node.contentType, maxFilenameChars)
  const contentId = cleanLine((node.fields.get('content-id') ?? '').replace(/^<|>$/g, ''), maxFilenameChars) || null
  // AMP is an alternative of the body, and the returned header in a bounce belongs to its report: neither is an attached file.
  const isInline =
    inlineTypes.has(contentType) ||
    isAlternative(node) ||
    isSignature(node) ||
    (contentId !== null && (isRelated(node) || node.disposition === 'inline'))
  return { filename: cleanLine(node.filename, maxFilenameChars), contentType, contentId, isInline }
}

/** For example an invitation, which calendars read instead of the text (RFC 6047 §2.4); some senders put files there as well. */
const isAlternative = ({ parent, disposition, filename }: MimeNode): boolean =>
  parent?.contentType === 'multipart/alternative' && disposition !== 'attachment' && filename === ''

/** Signatures of OpenPGP and S/MIME come after the signed part (RFC 1847 §2.1). */
const isSignature = (node: MimeNode): boolean =>
  node.parent?.contentType === 'multipart/signed' && node.parent.children[0] !== node

function isRelated({ parent }: MimeNode): boolean {
  for (let outer = parent; outer; outer = outer.parent) {
    if (outer.contentType === 'multipart/related') return true
  }
  return false
}

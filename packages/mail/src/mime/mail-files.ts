import { cleanLine, exactLine } from '../text/clean-text.ts'
import { bodyTextsOf } from './body-texts.ts'
import { isInlineMessage, type MimeNode } from './mime-tree.ts'
import { contentIdOf, shownFiles } from './shown-files.ts'
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
  /** Part of the body (an image that the HTML shows), not a file that the sender attached. */
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
const inlineTypes: ReadonlySet<string> = new Set(['text/x-amp-html', 'text/rfc822-headers', 'message/global-headers'])

/** The first 100 files of a mail, attached or inline, without their bytes. */
export function attachmentsOf(tree: MimeNode, texts = bodyTextsOf(tree)): Attachment[] {
  return filesIn(tree, texts).map(({ node: _, ...attachment }) => attachment)
}

/** The same, to be decoded one by one. */
export function filesOf(tree: MimeNode): MailFile[] {
  return filesIn(tree).map(({ node, ...attachment }) => ({
    ...attachment,
    decode: () => decodeTransfer(node.body, node.encoding, node.body.length),
  }))
}

/** Where the file at this index is in a mail whose tree begins with its first byte; null where there is none. */
export function locateFile(tree: MimeNode, index: number): LocatedFile | null {
  const file = filesIn(tree)[index]
  if (!file) return null
  const { node, ...attachment } = file
  const from = node.bodyAt
  return { ...attachment, from, to: from + node.body.length, encoding: node.encoding }
}

/** Recursive; `readMimeTree` limits the depth. */
function filesIn(tree: MimeNode, texts = bodyTextsOf(tree)): (Attachment & { node: MimeNode })[] {
  const all = (node: MimeNode): MimeNode[] =>
    node.children.length > 0 ? node.children.flatMap(all) : isInlineMessage(node) || texts.has(node) ? [] : [node]
  const nodes = all(tree).slice(0, maxFiles)
  if (nodes.length === 0) return []
  const inline = new Set(nodes.filter(isInlineByPlace))
  const shown = shownFiles(
    nodes.filter((node) => !inline.has(node)),
    texts,
  )
  return nodes.map((node, index) => ({
    index,
    filename: exactLine(node.filename, maxFilenameChars),
    contentType: cleanLine(node.contentType, maxFilenameChars),
    sizeBytes: decodedLength(node.body, node.encoding),
    contentId: cleanLine(contentIdOf(node), maxFilenameChars) || null,
    isInline: inline.has(node) || shown.has(node),
    node,
  }))
}

/** AMP is an alternative of the body, and what a report returns belongs to the report: neither is an attached file. */
const isInlineByPlace = (node: MimeNode): boolean =>
  inlineTypes.has(node.contentType) ||
  isAlternative(node) ||
  isSignature(node) ||
  isReturned(node) ||
  (node.disposition === 'inline' && isRelated(node))

/** A message that a report returns to its sender (RFC 6522 §3). */
const isReturned = ({ parent, contentType }: MimeNode): boolean =>
  parent?.contentType === 'multipart/report' && contentType.startsWith('message/')

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

import { isInlineMessage, isMultipart, type MimeNode } from './mime-tree.ts'

/** What a report says for programs (RFC 6522): people read it, too. */
const reportTypes: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
  'message/disposition-notification',
  'message/global-disposition-notification',
  'message/feedback-report',
])
const mainTypes: ReadonlySet<string> = new Set(['text/plain', 'text/html', ...reportTypes])
/** Read where a message has no other text. */
const otherTypes: ReadonlySet<string> = new Set(['text/calendar', 'text/markdown', 'text/x-markdown', 'text/enriched'])

/**
 * The leaves of a tree whose text is read as that of the mail; all other leaves are files. A text that has a name or an unknown
 * disposition (RFC 2183 §2.8) is a file if its message also has one without them, or one before it, unless it is the only text of its type in an
 * alternative. At most 200 parts are looked at for each of 200.
 */
export function bodyTextsOf(tree: MimeNode): ReadonlySet<MimeNode> {
  const [message, ...inner] = messagesIn(tree)
  const texts = new Set(message ? bodyTextsOfMessage(message) : [])
  for (const each of inner) for (const text of bodyTextsOfMessage(each)) texts.add(text)
  return texts
}

/** A mail, or a message that is read as part of it, and its leaves without those of other messages. */
interface Message {
  root: MimeNode
  leaves: MimeNode[]
}

/** Recursive; `readMimeTree` limits the depth. */
function messagesIn(tree: MimeNode): Message[] {
  const messages: Message[] = []
  const collect = (node: MimeNode, leaves: MimeNode[]): void => {
    if (isInlineMessage(node)) node.children.forEach(begin)
    else if (node.children.length === 0) leaves.push(node)
    else for (const child of node.children) collect(child, leaves)
  }
  const begin = (root: MimeNode): void => {
    const message = { root, leaves: [] }
    messages.push(message)
    collect(root, message.leaves)
  }
  begin(tree)
  return messages
}

function leavesOf(node: MimeNode): MimeNode[] {
  if (isInlineMessage(node)) return []
  return node.children.length === 0 ? [node] : node.children.flatMap(leavesOf)
}

function bodyTextsOfMessage({ root, leaves: all }: Message): MimeNode[] {
  const leaves = all.filter((leaf) => leaf.disposition !== 'attachment' || isReport(leaf))
  const texts = leaves.filter(isText)
  if (texts.length > 0) return texts.filter((leaf) => !isFileLike(leaf) || isReport(leaf) || isMainText(leaf, root))
  return leaves.filter((leaf) =>
    leaf === root ? isTextRoot(leaf) : otherTypes.has(leaf.contentType) && leaf.filename === '',
  )
}

/** A multipart without parts is broken, and its body is read as text. */
const isText = (leaf: MimeNode): boolean => isMultipart(leaf) || mainTypes.has(leaf.contentType)

const isFileLike = ({ filename, disposition }: MimeNode): boolean =>
  filename !== '' || (disposition !== '' && disposition !== 'inline')

/** A report is read whatever name and disposition it has. */
const isReport = ({ contentType, parent }: MimeNode): boolean =>
  reportTypes.has(contentType) && parent?.contentType === 'multipart/report'

/** Whether a mail that is nothing but a text of any type is read as text: calendars and the like also with a name. */
const isTextRoot = ({ contentType, filename }: MimeNode): boolean =>
  otherTypes.has(contentType) || (contentType.startsWith('text/') && filename === '')

/** Whether a text that is like a file is the first one of its alternative and type, or of its message, and there is no other. */
function isMainText(leaf: MimeNode, root: MimeNode): boolean {
  const alternative = alternativeOf(leaf)
  const rivals = leavesOf(alternative ?? root).filter(
    (rival) =>
      rival.disposition !== 'attachment' && (alternative ? rival.contentType === leaf.contentType : isText(rival)),
  )
  return rivals[0] === leaf && rivals.every(isFileLike)
}

/** The alternative that a leaf is a version of, alone or with the files that it shows. */
function alternativeOf(leaf: MimeNode): MimeNode | null {
  let version = leaf
  while (version.parent?.contentType === 'multipart/related' && version.parent.children[0] === version)
    version = version.parent
  return version.parent?.contentType === 'multipart/alternative' ? version.parent : null
}

import { Parser, html as spec, type TreeAdapter, type TreeAdapterTypeMap } from 'parse5'
import {
  type ChildNode,
  detach,
  insert,
  makeComment,
  makeElement,
  makeText,
  type ParentNode,
  type TreeComment,
  type TreeElement,
  type TreeRoot,
  type TreeText,
} from './tree.ts'

/** The HTML breaks one of the limits below. */
export class TooComplex extends Error {
  constructor(limit: string) {
    super(`The HTML has ${limit}`)
    this.name = 'TooComplex'
  }
}

/** Chromium moves what is deeper than 512 elements up, so that its tree would differ from ours. */
const maxDepth = 256
const maxNodes = 250_000
/** For `html` and `body`, whose later tags add attributes to the first. */
const maxRootAttributes = 64
/** The parser drops what it has read only between pieces. */
const pieceChars = 64 * 1024

const makeRoot = (): TreeRoot => ({ kind: 'root', mode: spec.DOCUMENT_MODE.NO_QUIRKS, first: null, last: null })

/** With these tags read, a mail can neither have a document mode of its own nor a frameset in place of a body. */
const opening = '<!doctype html><html><head></head><body>'

type NodeTypes = TreeAdapterTypeMap<
  ParentNode | ChildNode,
  ParentNode,
  ChildNode,
  TreeRoot,
  TreeRoot,
  TreeElement,
  TreeComment,
  TreeText,
  TreeElement,
  never
>

/**
 * Parses HTML as the body of a document in standards mode, without scripting (HTML Standard §13.2).
 * @returns the `body`; the attributes of all `body` tags are its own
 * @throws TooComplex for HTML nested deeper than 256 elements or with more than 250,000 nodes
 */
export function parseHtml(html: string): TreeElement {
  const builder = new TreeBuilder()
  const parser = new Parser<NodeTypes>({ treeAdapter: builder, scriptingEnabled: false })
  parser.tokenizer.write(opening, false)
  for (let at = 0; at < html.length; at += pieceChars) {
    parser.tokenizer.write(html.slice(at, at + pieceChars), false)
  }
  parser.tokenizer.write('', true)
  return builder.body
}

/** Builds a tree of linked nodes: each change takes constant time, whatever the order in which a hostile mail makes the parser work. */
class TreeBuilder implements TreeAdapter<NodeTypes> {
  readonly body: TreeElement = makeElement('body', spec.NS.HTML, [])
  #nodes = 0
  #depth = 0
  #hasBody = false

  createElement(name: string, namespace: spec.NS, attributes: TreeElement['attributes']): TreeElement {
    this.#count()
    if (name !== 'body' || this.#hasBody) return makeElement(name, namespace, attributes)
    this.#hasBody = true
    return this.body
  }

  onItemPush(): void {
    this.#depth += 1
    if (this.#depth > maxDepth) throw new TooComplex(`more than ${maxDepth} elements inside each other`)
  }

  onItemPop(): void {
    this.#depth -= 1
  }

  adoptAttributes(recipient: TreeElement, attributes: TreeElement['attributes']): void {
    for (const attribute of attributes) {
      if (recipient.attributes.length >= maxRootAttributes) return
      if (!recipient.attributes.some(({ name }) => name === attribute.name)) recipient.attributes.push(attribute)
    }
  }

  appendChild(parent: ParentNode, node: ChildNode): void {
    insert(parent, node)
  }

  insertBefore(parent: ParentNode, node: ChildNode, reference: ChildNode): void {
    insert(parent, node, reference)
  }

  insertText(parent: ParentNode, text: string): void {
    if (parent.last?.kind === 'text') parent.last.text += text
    else insert(parent, this.createTextNode(text))
  }

  insertTextBefore(parent: ParentNode, text: string, reference: ChildNode): void {
    if (reference.before?.kind === 'text') reference.before.text += text
    else insert(parent, this.createTextNode(text), reference)
  }

  createTextNode(text: string): TreeText {
    this.#count()
    return makeText(text)
  }

  #count(): void {
    this.#nodes += 1
    if (this.#nodes > maxNodes) throw new TooComplex(`more than ${maxNodes} nodes`)
  }

  createDocument = makeRoot
  createDocumentFragment = makeRoot
  createCommentNode = makeComment
  detachNode = detach

  setTemplateContent(element: TreeElement, content: TreeRoot): void {
    element.content = content
  }

  getTemplateContent(element: TreeElement): TreeRoot {
    element.content ??= makeRoot()
    return element.content
  }

  setDocumentMode(root: TreeRoot, mode: TreeRoot['mode']): void {
    root.mode = mode
  }

  getDocumentMode = (root: TreeRoot) => root.mode
  getFirstChild = (node: ParentNode) => node.first
  getParentNode = (node: ParentNode | ChildNode) => (node.kind === 'root' ? null : node.parent)
  getTagName = (element: TreeElement) => element.name
  getNamespaceURI = (element: TreeElement) => element.namespace
  getAttrList = (element: TreeElement) => element.attributes
  getTextNodeContent = (node: TreeText) => node.text
  getCommentNodeContent = () => ''
  getDocumentTypeNodeName = () => ''
  getDocumentTypeNodePublicId = () => ''
  getDocumentTypeNodeSystemId = () => ''
  getNodeSourceCodeLocation = () => null
  setNodeSourceCodeLocation(): void {}
  updateNodeSourceCodeLocation(): void {}
  setDocumentType(): void {}
  isElementNode = (node: ParentNode | ChildNode): node is TreeElement => node.kind === 'element'
  isTextNode = (node: ParentNode | ChildNode): node is TreeText => node.kind === 'text'
  isCommentNode = (node: ParentNode | ChildNode): node is TreeComment => node.kind === 'comment'
  isDocumentTypeNode = (node: ParentNode | ChildNode): node is never => !node

  /** For elements whose children move to another. */
  getChildNodes(node: ParentNode): ChildNode[] {
    const children: ChildNode[] = []
    for (let child = node.first; child; child = child.after) children.push(child)
    return children
  }
}

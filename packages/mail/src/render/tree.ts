import type { html } from 'parse5'

/** An attribute with its name in lower case and its value decoded. */
export interface Attribute {
  name: string
  value: string
}

interface Linked {
  parent: ParentNode | null
  before: ChildNode | null
  after: ChildNode | null
}

interface WithChildren {
  first: ChildNode | null
  last: ChildNode | null
}

/** The document, or the content of a `template`. */
export interface TreeRoot extends WithChildren {
  kind: 'root'
  mode: html.DOCUMENT_MODE
}

export interface TreeElement extends WithChildren, Linked {
  kind: 'element'
  name: string
  namespace: html.NS
  attributes: Attribute[]
  /** The content of a `template`, which belongs to no document. */
  content: TreeRoot | null
}

export interface TreeText extends Linked {
  kind: 'text'
  text: string
}

export interface TreeComment extends Linked {
  kind: 'comment'
}

export type ParentNode = TreeRoot | TreeElement
export type ChildNode = TreeElement | TreeText | TreeComment

const unlinked = { parent: null, before: null, after: null }

export const makeText = (text: string): TreeText => ({ kind: 'text', text, ...unlinked })

export const makeComment = (): TreeComment => ({ kind: 'comment', ...unlinked })

export const makeElement = (name: string, namespace: html.NS, attributes: Attribute[]): TreeElement => ({
  kind: 'element',
  name,
  namespace,
  attributes,
  content: null,
  first: null,
  last: null,
  ...unlinked,
})

/** Adds a node that has no parent to the children of `parent`, at their end or before one of them. Siblings are linked: constant time. */
export function insert(parent: ParentNode, node: ChildNode, reference: ChildNode | null = null): void {
  const before = reference ? reference.before : parent.last
  node.parent = parent
  node.before = before
  node.after = reference
  if (before) before.after = node
  else parent.first = node
  if (reference) reference.before = node
  else parent.last = node
}

/** Removes a node, with all inside it, from its parent. */
export function detach(node: ChildNode): void {
  const { parent, before, after } = node
  if (!parent) return
  if (before) before.after = after
  else parent.first = after
  if (after) after.before = before
  else parent.last = before
  node.parent = null
  node.before = null
  node.after = null
}

/** Puts the children of an element into its place. */
export function unwrap(element: TreeElement): void {
  const { parent } = element
  if (!parent) return
  for (let child = element.first; child; child = element.first) {
    detach(child)
    insert(parent, child, element)
  }
  detach(element)
}

/** The value of an attribute; `''` where the element has none of that name. */
export const attributeOf = ({ attributes }: TreeElement, name: string): string =>
  attributes.find((attribute) => attribute.name === name)?.value ?? ''

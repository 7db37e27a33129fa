import { inPieces } from '../text/clean-text.ts'
import { voidElements } from './allowed-markup.ts'
import { TooComplex } from './parse-html.ts'
import type { ChildNode, TreeElement } from './tree.ts'

const maxChars = 8 * 1024 * 1024
const special = /[&<>\r]/
const specialInValue = /[&<>"\r\n]/

/**
 * Writes an element and all inside it as HTML (HTML Standard §13.3), in one pass without recursion.
 * @throws TooComplex for more than 8 MiB of HTML
 */
export function serialise(root: TreeElement): string {
  const parts: string[] = []
  let chars = 0
  const write = (part: string): void => {
    chars += part.length
    if (chars > maxChars) throw new TooComplex(`more than ${maxChars} characters`)
    parts.push(part)
  }
  let node: ChildNode = root
  for (;;) {
    if (node.kind === 'text') write(escapedText(node.text))
    if (node.kind === 'element') {
      write(startTag(node))
      if (node.first && !voidElements.has(node.name)) {
        node = node.first
        continue
      }
      if (!voidElements.has(node.name)) write(`</${node.name}>`)
    }
    while (node !== root && !node.after) {
      const { parent }: ChildNode = node
      if (parent?.kind !== 'element') return parts.join('')
      node = parent
      write(`</${node.name}>`)
    }
    if (node === root || !node.after) return parts.join('')
    node = node.after
  }
}

function startTag(element: TreeElement): string {
  const attributes = element.attributes.map(({ name, value }) => ` ${name}="${escapedValue(value)}"`).join('')
  // A line break directly after the tag of a `pre` is no part of its text.
  const keepsLineBreak = element.name === 'pre' && element.first?.kind === 'text' && element.first.text.startsWith('\n')
  return `<${element.name}${attributes}>${keepsLineBreak ? '\n' : ''}`
}

/** Text between tags. */
export const escapedText = (text: string): string => (special.test(text) ? inPieces(text, escapedPiece) : text)

const escapedPiece = (piece: string): string =>
  piece.split('&').join('&amp;').split('<').join('&lt;').split('>').join('&gt;').split('\r').join('&#13;')

/** An attribute's value between double quotes. */
export const escapedValue = (value: string): string =>
  specialInValue.test(value) ? escapedText(value).split('"').join('&quot;').split('\n').join('&#10;') : value

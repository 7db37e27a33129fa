import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'
import {
  blockElements,
  cellElements,
  preformattedElements,
  spacedElements,
  unseenElements,
  voidElements,
} from './elements.ts'
import { OpenElements } from './open-elements.ts'
import { hidingBits, styleBits, styledBits } from './style-visibility.ts'
import { breaks, TextWriter } from './text-writer.ts'

/** An HTML document as its reader sees it. */
export interface RenderedHtml {
  /** Visible text: blocks on lines of their own, table cells behind tabs, white space folded, case kept. */
  text: string
  /** A visible link leads to the web. */
  hasLink: boolean
  /** The document was longer than the cap, and its head alone was rendered. */
  isCut: boolean
}

const maxHtmlChars = 1024 * 1024
const webAddress = /^\s*https?:\/\/[^\s/]/i
const maxAttributeChars = 8 * 1024

/**
 * Renders HTML to the text that a reader sees, streaming and without a DOM: time and memory grow with the length, of which the
 * first 1 MiB of characters count. Hidden parts (inline styles, the `hidden` attribute, comments, scripts, styles) are left out, and
 * so are attribute texts and link addresses. Never throws.
 */
export function htmlToText(html: string): RenderedHtml {
  const source = html.length > maxHtmlChars ? html.slice(0, maxHtmlChars) : html
  const renderer = new Renderer(source)
  // Entities are decoded a text at a time: on the look-out for them, the tokenizer costs four times as much.
  const tokenizer = new Tokenizer({ decodeEntities: false }, renderer)
  tokenizer.write(source)
  tokenizer.end()
  return { text: renderer.text, hasLink: renderer.hasLink, isCut: source.length < html.length }
}

type ReadAttribute = 'style' | 'href' | 'hidden'

class Renderer implements TokenizerCallbacks {
  hasLink = false
  readonly #source: string
  readonly #writer = new TextWriter()
  readonly #open = new OpenElements()
  #tag = ''
  #attribute: ReadAttribute | null = null
  #value = ''
  #style = ''
  #href = ''
  #isHidden = false

  constructor(source: string) {
    this.#source = source
  }

  get text(): string {
    return this.#writer.toString().trim()
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#source.slice(start, end).toLowerCase()
    this.#style = ''
    this.#href = ''
    this.#isHidden = false
  }

  onattribname(start: number, end: number): void {
    this.#attribute = readAttribute(this.#source.slice(start, Math.min(end, start + 10)).toLowerCase())
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === null || this.#value.length > maxAttributeChars) return
    this.#value += this.#source.slice(start, Math.min(end, start + maxAttributeChars))
  }

  onattribend(): void {
    if (this.#attribute === null) return
    if (this.#attribute === 'hidden') this.#isHidden = true
    const value = this.#value.includes('&') ? decodeHTMLAttribute(this.#value) : this.#value
    if (this.#attribute === 'style') this.#style ||= value
    if (this.#attribute === 'href') this.#href ||= value
    this.#attribute = null
  }

  onopentagend(): void {
    const name = this.#tag
    this.#open.endImpliedBy(name)
    const bits = this.#bitsOfTag()
    const isShown = (bits & hidingBits) === 0
    if (isShown) this.#breakAt(name)
    if (voidElements.has(name)) return

    this.#open.open(name, bits)
    if (name === 'a' && isShown) this.hasLink ||= webAddress.test(this.#href)
  }

  onselfclosingtag(): void {
    // HTML knows no self-closing tags: `<div/>` opens a div.
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase()
    const isShown = (this.#open.bits & hidingBits) === 0
    this.#open.close(name)
    if (isShown && blockElements.has(name)) this.#breakAt(name)
  }

  ontext(start: number, end: number): void {
    const text = this.#source.slice(start, end)
    this.#write(text.includes('&') ? decodeHTML(text) : text)
  }

  onend(): void {}

  oncdata(): void {}
  oncomment(): void {}
  onattribentity(): void {}
  ontextentity(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  #bitsOfTag(): number {
    const inherited = this.#open.bits
    if (this.#isHidden || unseenElements.has(this.#tag)) return inherited | styleBits.isGone
    const kept = preformattedElements.has(this.#tag) ? inherited | styleBits.keepsWhiteSpace : inherited
    return this.#style === '' ? kept : styledBits(this.#style, kept)
  }

  #breakAt(name: string): void {
    if (name === 'br') return this.#writer.breakLine()
    if (cellElements.has(name)) return this.#writer.breakBy(breaks.cell)
    if (spacedElements.has(name)) return this.#writer.breakBy(breaks.paragraph)
    if (blockElements.has(name)) this.#writer.breakBy(breaks.line)
  }

  #write(text: string): void {
    const { bits } = this.#open
    if ((bits & hidingBits) !== 0) return
    if (bits & styleBits.keepsWhiteSpace) this.#writer.writePreformatted(text)
    else this.#writer.write(text)
  }
}

function readAttribute(name: string): ReadAttribute | null {
  return name === 'style' || name === 'href' || name === 'hidden' ? name : null
}

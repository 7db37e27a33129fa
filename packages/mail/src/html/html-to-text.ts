import { decodeHTML, decodeHTMLAttribute } from 'entities'
import type { TokenizerCallbacks } from 'htmlparser2'
import type { Work } from '../text/work.ts'
import { type ElementKind, kindOf } from './elements.ts'
import type { LinkCollector } from './link-collector.ts'
import { baseOf, leadsOutside, targetOf } from './link-target.ts'
import { OpenElements } from './open-elements.ts'
import { StyleRules } from './style-rules.ts'
import { hidingBits, StyleReader, styleBits } from './text-style.ts'
import { TextTokenizer } from './text-tokenizer.ts'
import { breaks, type TextLayout, TextWriter } from './text-writer.ts'

/** An HTML document rendered to text. */
export interface RenderedHtml {
  /** Visible text: blocks on lines of their own, tabs between table cells, white space folded, case kept. */
  text: string
  /** The styles of `text`, by its offsets. */
  layout: TextLayout
  /** The document has a visible link to the web or to an app. */
  hasLink: boolean
  /** These links, in their order and each as often as it is written; at most 1,000. */
  links: PlacedLink[]
  /** The document was longer than the cap, and only its beginning was rendered. */
  isCut: boolean
}

/** A link of the rendered text. */
export interface PlacedLink {
  /** As written, without tabs and line breaks; a relative one is resolved. */
  url: string
  /** Its own `style` and `class`, as written. */
  style: string
  /** Where its text stands in the rendered text; both 0 where it has none, such as an image. */
  start: number
  end: number
}

/** A style reader to reuse between documents, and a counter of steps for tests. */
export interface RenderTools {
  styles?: StyleReader
  work?: Work
}

const maxHtmlChars = 1024 * 1024
const maxAttributeChars = 8 * 1024
const maxPlacedLinks = 1_000

/**
 * Renders HTML to its visible text, streaming and without a DOM: time and memory are linear in the length, and only the first 1,048,576
 * characters are read. Hidden parts (`style` attributes, simple rules of `style` elements, the `hidden` attribute, comments, scripts)
 * are left out, and so are attribute values and link URLs. Never throws.
 */
export function htmlToText(html: string, tools: RenderTools = {}): RenderedHtml {
  return render(html, tools, null)
}

/** Like `htmlToText`; also adds the visible links and URLs to `links`, in their order. */
export function htmlToTextWithLinks(html: string, links: LinkCollector, tools: RenderTools = {}): RenderedHtml {
  return render(html, tools, links)
}

function render(html: string, { styles, work }: RenderTools, links: LinkCollector | null): RenderedHtml {
  const source = html.length > maxHtmlChars ? html.slice(0, maxHtmlChars) : html
  const renderer = new Renderer(source, { styles: styles ?? new StyleReader(), work: work ?? { steps: 0 } }, links)
  // Entities are decoded later, one text at a time: a tokenizer that looks for them is four times as slow.
  const tokenizer = new TextTokenizer({ decodeEntities: false }, renderer)
  tokenizer.write(source)
  tokenizer.end()
  return { ...renderer.finish(), hasLink: renderer.hasLink, isCut: source.length < html.length }
}

type ReadAttribute = 'style' | 'href' | 'hidden' | 'size' | 'class' | 'id' | 'media' | 'alt'

class Renderer implements TokenizerCallbacks {
  hasLink = false
  readonly #source: string
  readonly #writer = new TextWriter()
  readonly #open: OpenElements
  readonly #styles: StyleReader
  readonly #rules = new StyleRules()
  readonly #work: Work
  readonly #links: LinkCollector | null
  readonly #placed: PlacedLink[] = []
  #tag = ''
  #kind = kindOf('')
  #attribute: ReadAttribute | null = null
  #value = ''
  #style = ''
  #href = ''
  /** The `href` is longer than what is read of an attribute; its beginning would be a different URL. */
  #isHrefCut = false
  #base = ''
  #alt = ''
  #size = ''
  #id = ''
  #classes = ''
  #media = ''
  #isHidden = false
  /** The text of the `style` element that is open. */
  #sheet: string | null = null

  constructor(source: string, { styles, work }: Required<RenderTools>, links: LinkCollector | null) {
    this.#styles = styles
    this.#links = links
    this.#source = source
    this.#work = work
    this.#open = new OpenElements(work)
  }

  finish(): { text: string; layout: TextLayout; links: PlacedLink[] } {
    const { text, layout, links: spans } = this.#writer.finish()
    const links = this.#placed
    for (const { link, start, end } of spans) {
      const placed = links[link]
      if (!placed) continue
      if (placed.end === 0) placed.start = start
      placed.end = end
    }
    return { text, layout, links }
  }

  onopentagname(start: number, end: number): void {
    this.#tag = this.#source.slice(start, end).toLowerCase()
    this.#kind = kindOf(this.#tag)
    this.#style = ''
    this.#href = ''
    this.#isHrefCut = false
    this.#alt = ''
    this.#size = ''
    this.#id = ''
    this.#classes = ''
    this.#isHidden = false
  }

  onattribname(start: number, end: number): void {
    const length = end - start
    this.#attribute = length > 6 ? null : this.#readAttribute(this.#source.slice(start, end).toLowerCase())
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute === null || this.#value.length > maxAttributeChars) return
    this.#work.steps += end - start
    this.#value += this.#source.slice(start, Math.min(end, start + maxAttributeChars))
  }

  onattribend(): void {
    if (this.#attribute === null) return
    if (this.#attribute === 'hidden') this.#isHidden = true
    if (this.#attribute === 'href' && this.#href === '') this.#isHrefCut = this.#value.length >= maxAttributeChars
    const value = this.#value.includes('&') ? decodeHTMLAttribute(this.#value) : this.#value
    if (this.#attribute === 'style') this.#style ||= value
    if (this.#attribute === 'href') this.#href ||= value
    if (this.#attribute === 'alt') this.#alt ||= value
    if (this.#attribute === 'size') this.#size ||= value
    if (this.#attribute === 'id') this.#id ||= value
    if (this.#attribute === 'class') this.#classes ||= value
    if (this.#attribute === 'media') this.#media ||= value
    this.#attribute = null
  }

  onopentagend(): void {
    const name = this.#tag
    const kind = this.#kind
    this.#open.endImpliedBy(kind)
    const bits = this.#bitsOfTag()
    const isShown = (bits & hidingBits) === 0
    if (isShown) this.#breakAt(kind)
    if (name === 'style') this.#sheet = ''
    if (name === 'base') this.#base ||= baseOf(this.#href)
    const link = isShown && (name === 'a' || name === 'area') ? this.#beginLink() : null
    if (name === 'area' && link !== null) this.#links?.addText(link, this.#alt)
    if (!kind.isVoid) this.#open.open(name, kind, { bits, link: link ?? this.#open.link })
  }

  /** @returns its number; null for one that leads to no other place, or that is one too many */
  #beginLink(): number | null {
    const isKept = !this.#isHrefCut && this.#placed.length < maxPlacedLinks
    if (this.hasLink && !this.#links && !isKept) return null
    const target = this.#href === '' ? '' : targetOf(this.#href, this.#base)
    if (!leadsOutside(target)) return null
    this.hasLink = true
    if (this.#links) return this.#links.begin(this.#isHrefCut ? '' : target)
    return isKept
      ? this.#placed.push({ url: target, style: `${this.#style} ${this.#classes}`, start: 0, end: 0 }) - 1
      : null
  }

  onselfclosingtag(): void {
    // HTML has no self-closing tags: `<div/>` opens a div.
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    const name = this.#source.slice(start, end).toLowerCase()
    const kind = kindOf(name)
    const isShown = (this.#open.bits & hidingBits) === 0
    if (name === 'style') this.#endSheet()
    this.#open.close(name, kind)
    if (isShown && kind.isBlock) this.#breakAt(kind)
  }

  ontext(start: number, end: number): void {
    const { bits } = this.#open
    if (this.#sheet !== null) this.#sheet += this.#source.slice(start, end)
    if ((bits & hidingBits) !== 0) return
    if (bits & styleBits.keepsWhiteSpace || !this.#isBlank(start, end)) this.#write(start, end)
    else {
      this.#writer.breakBy(breaks.space)
      this.#links?.addText(this.#open.link, ' ')
    }
  }

  /** A quick check: most texts of a mail are only the white space between two tags. */
  #isBlank(start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const unit = this.#source.charCodeAt(at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x09) return false
    }
    return true
  }

  #write(start: number, end: number): void {
    const { bits } = this.#open
    this.#work.steps += end - start
    const text = this.#source.slice(start, end)
    const decoded = text.includes('&') ? decodeHTML(text) : text
    this.#links?.addText(this.#open.link, decoded)
    if (bits & styleBits.keepsWhiteSpace) this.#writer.writePreformatted(decoded, bits, this.#open.link)
    else this.#writer.write(decoded, bits, this.#open.link)
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
    if (this.#isHidden || !this.#kind.isRendered) return inherited | styleBits.isGone
    const own = inherited | this.#kind.styleBits | this.#bitsOfAttributes()
    const style = this.#rules.isEmpty
      ? this.#style
      : this.#rules.cascade({ tag: this.#tag, id: this.#id, classes: this.#classes }, this.#style)
    return style === '' ? own : this.#styles.bitsOf(style, own)
  }

  #endSheet(): void {
    if (this.#sheet !== null) this.#rules.add(this.#sheet, this.#media)
    this.#sheet = null
    this.#media = ''
  }

  #bitsOfAttributes(): number {
    if (this.#tag === 'a') return this.#href === '' ? 0 : styleBits.isLink
    return this.#size !== '' && this.#tag === 'font' && /^(?:[5-9]|\+[2-9])/.test(this.#size) ? styleBits.isLarge : 0
  }

  /** Classes and ids are read where a rule may ask about them, and those of links, since they name buttons. */
  #readAttribute(name: string): ReadAttribute | null {
    switch (name) {
      case 'style':
      case 'href':
      case 'hidden':
      case 'size':
        return name
      case 'class':
      case 'id':
        return this.#rules.isEmpty && this.#tag !== 'a' ? null : name
      case 'media':
        return this.#tag === 'style' ? name : null
      case 'alt':
        return this.#tag === 'area' ? name : null
      default:
        return null
    }
  }

  #breakAt({ isLineBreak, breakAround }: ElementKind): void {
    if (!isLineBreak && breakAround === breaks.none) return
    this.#links?.addText(this.#open.link, ' ')
    if (isLineBreak) this.#writer.breakLine()
    else this.#writer.breakBy(breakAround)
  }
}

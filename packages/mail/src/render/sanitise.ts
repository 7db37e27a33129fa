import { html as spec } from 'parse5'
import { LinkCollector, type MailLink } from '../html/link-collector.ts'
import { baseOf, leadsOutside, targetOf } from '../html/link-target.ts'
import { treatmentOf } from './allowed-markup.ts'
import { cleanSheet, replacedBackground } from './css-sheet.ts'
import { takeDirectionAndLanguage } from './direction-and-language.ts'
import { ImageResolver } from './image-source.ts'
import type { InlineImages } from './inline-images.ts'
import { AttributeReader, type ReadAttributes } from './read-attributes.ts'
import { isListed, safeUrl } from './safe-url.ts'
import { StyleBudget } from './style-budget.ts'
import { linkAttributes, TextLinks } from './text-links.ts'
import type { Theme } from './theme.ts'
import {
  attributeOf,
  type ChildNode,
  detach,
  insert,
  makeElement,
  makeText,
  type TreeElement,
  type TreeText,
  unwrap,
} from './tree.ts'

/** What is known of a mail after its tree was changed to what may be shown. */
export interface Sanitised {
  /** The rules of its style elements, cleaned. */
  css: string
  links: MailLink[]
  blockedLoads: number
  /** It paints backgrounds, so that its colours fit each other and not those of a page around it. */
  paints: boolean
  hasDarkStyle: boolean
}

/** Kinds of `link` that a browser loads, others only name something. */
const loadingLink = /\b(?:stylesheet|icon|preload|modulepreload|prefetch|manifest)\b/i
const maxSheetChars = 512 * 1024

/**
 * Changes the tree of a mail to what may be shown: elements, attributes and styles of the allow-lists, links with safe URLs, images of
 * the mail itself. One pass without recursion.
 */
export function sanitise(body: TreeElement, images: InlineImages, theme: Theme): Sanitised {
  const sanitiser = new Sanitiser(images, theme, new StyleBudget(body))
  sanitiser.run(body)
  return sanitiser.result()
}

/** What an element hands down to the text inside it. */
interface Context {
  isTextLight: boolean | null
  /** The element whose background image was not loaded, if it is what is seen behind the text. */
  lostGround: TreeElement | null
  /** The number of the link around the text. */
  link: number | null
  /** It is in an `a` element, with a URL or without: a link in it would end it. */
  isInAnchor: boolean
  isHidden: boolean
}

const outermost: Context = { isTextLight: null, lostGround: null, link: null, isInAnchor: false, isHidden: false }

class Sanitiser {
  readonly #theme: Theme
  readonly #budget: StyleBudget
  readonly #attributes: AttributeReader
  readonly #images: ImageResolver
  readonly #links = new LinkCollector(isListed)
  readonly #textLinks = new TextLinks()
  readonly #sheets: string[] = []
  readonly #contexts: Context[] = [outermost]
  #base = ''
  #sheetChars = 0
  #blockedLoads = 0
  #paints = false
  #hasDarkStyle = false

  constructor(images: InlineImages, theme: Theme, budget: StyleBudget) {
    this.#theme = theme
    this.#budget = budget
    this.#attributes = new AttributeReader(theme !== 'light')
    this.#images = new ImageResolver(images)
  }

  result(): Sanitised {
    return {
      css: this.#sheets.join('\n'),
      links: this.#links.links(),
      blockedLoads: this.#blockedLoads,
      paints: this.#paints,
      hasDarkStyle: this.#hasDarkStyle,
    }
  }

  run(body: TreeElement): void {
    takeDirectionAndLanguage(body)
    this.#keep(body, 'body')
    let parent = body
    let node: ChildNode | null = body.first
    while (parent !== body || node) {
      if (!node) {
        this.#contexts.pop()
        node = parent.after
        // Every parent below the body has one that is an element.
        if (parent.parent?.kind === 'element') parent = parent.parent
        continue
      }
      const after: ChildNode | null = node.after
      const next = this.#visit(node)
      if (next === 'enter' && node.kind === 'element') {
        parent = node
        node = node.first
      } else {
        // The children of an unwrapped element stand where it was.
        node = next === 'enter' || next === 'skip' ? after : next
      }
    }
  }

  /** @returns whether the node's children are next, or what follows it, or the node that came into its place */
  #visit(node: ChildNode): 'enter' | 'skip' | ChildNode {
    if (node.kind === 'text') this.#text(node)
    if (node.kind === 'comment') detach(node)
    if (node.kind !== 'element') return 'skip'

    const treatment = node.namespace === spec.NS.HTML ? treatmentOf(node.name) : 'drop'
    if (treatment === 'drop') return this.#drop(node)
    if (treatment === 'unwrap') return this.#unwrap(node)
    if (node.name === 'img') return this.#image(node)
    if (node.name === 'q') quote(node)
    this.#keep(node, treatment.keepAs)
    return 'enter'
  }

  #drop(element: TreeElement): 'skip' {
    if (element.name === 'style') this.#sheet(element)
    else this.#countLoads(element)
    if (element.name === 'base') this.#base ||= baseOf(attributeOf(element, 'href'))
    if (element.name === 'area') this.#area(element)
    detach(element)
    return 'skip'
  }

  /** The image of a map is seldom shown, so that a part of it is only listed. */
  #area(element: TreeElement): void {
    const isHidden = this.#context().isHidden || this.#attributes.read(element).hides
    if (isHidden) return
    const link = this.#links.begin(targetOf(attributeOf(element, 'href'), this.#base))
    this.#links.addText(link, attributeOf(element, 'alt'))
  }

  #sheet(element: TreeElement): void {
    const type = attributeOf(element, 'type').trim().toLowerCase()
    const source = element.first?.kind === 'text' ? element.first.text : ''
    if ((type !== '' && type !== 'text/css') || this.#sheetChars + source.length > maxSheetChars) return
    this.#sheetChars += source.length
    const sheet = cleanSheet(source, attributeOf(element, 'media'), { theme: this.#theme, budget: this.#budget })
    this.#sheets.push(sheet.css)
    this.#blockedLoads += sheet.blockedLoads
    this.#paints ||= sheet.paints
    this.#hasDarkStyle ||= sheet.hasDarkStyle
  }

  #countLoads(element: TreeElement): void {
    if (element.name === 'link' && !loadingLink.test(attributeOf(element, 'rel'))) return
    const names = element.name === 'link' ? ['href'] : ['src', 'srcset', 'poster', 'data']
    if (names.some((name) => this.#images.resolve(attributeOf(element, name)) === 'remote')) this.#blockedLoads += 1
  }

  #unwrap(element: TreeElement): 'skip' | ChildNode {
    this.#countLoads(element)
    if (element.name === 'picture') withoutSources(element)
    if (element.name === 'input') insert(element, makeText(shownValue(element)))
    const { first } = element
    unwrap(element)
    return first ?? 'skip'
  }

  /** An image that is not shown is replaced by its text; without a text nothing is left of it. */
  #image(element: TreeElement): 'enter' | 'skip' {
    const source = this.#images.resolve(attributeOf(element, 'src') || attributeOf(element, 'srcset'))
    if (typeof source === 'object') {
      this.#keep(element, 'img')
      element.attributes.push({ name: 'src', value: source.dataUrl })
      return 'enter'
    }
    if (source === 'remote') this.#blockedLoads += 1
    const alt = attributeOf(element, 'alt').trim()
    if (alt === '') {
      detach(element)
      return 'skip'
    }
    element.attributes = this.#attributes.ofAlt(element)
    insert(element, makeText(alt))
    this.#keep(element, 'span')
    return 'enter'
  }

  #keep(element: TreeElement, name: string): void {
    const href = element.name === 'a' ? targetOf(attributeOf(element, 'href'), this.#base) : ''
    const read = this.#attributes.read(element)
    element.name = name
    element.attributes = read.kept
    this.#blockedLoads += read.blockedLoads
    this.#paints ||= read.paints
    this.#contexts.push(this.#contextIn(element, read, href))
  }

  #contextIn(element: TreeElement, read: ReadAttributes, href: string): Context {
    const outer = this.#context()
    const url = href === '' ? null : safeUrl(href)
    if (url !== null) element.attributes.push(...linkAttributes(url))
    const isHidden = outer.isHidden || read.hides
    return {
      // A link has a colour of its own, unless it names one.
      isTextLight: read.isTextLight ?? (url === null ? outer.isTextLight : null),
      lostGround: read.paints ? null : read.lostBackground ? element : outer.lostGround,
      link: (url !== null || leadsOutside(href)) && !isHidden ? this.#links.begin(href) : outer.link,
      isInAnchor: outer.isInAnchor || element.name === 'a',
      isHidden,
    }
  }

  #text(node: TreeText): void {
    const { isTextLight, lostGround, link, isInAnchor, isHidden } = this.#context()
    const { text } = node
    if (isHidden) return
    this.#links.addText(link, text)
    if (!isInAnchor) this.#linkUrls(node)
    if (!lostGround || !isTextLight || text.trim() === '') return
    addStyle(lostGround, replacedBackground)
    this.#paints = true
  }

  #linkUrls(node: TreeText): void {
    const { parent } = node
    const pieces = this.#textLinks.split(node.text)
    if (!parent || !pieces.some(({ url }) => url !== null)) return
    for (const { text, url } of pieces) {
      const piece = makeText(text)
      insert(parent, url === null ? piece : textLink(piece, url), node)
    }
    detach(node)
  }

  #context(): Context {
    const context = this.#contexts.at(-1)
    if (!context) throw new Error('No element is open')
    return context
  }
}

/** With the colour of the text around it, which fits the ground that the mail paints. */
function textLink(text: TreeText, url: string): TreeElement {
  const style = { name: 'style', value: 'color:inherit' }
  const link = makeElement('a', spec.NS.HTML, [{ name: 'dir', value: 'ltr' }, style, ...linkAttributes(url)])
  insert(link, text)
  return link
}

/** Writes the quotation marks that a browser would add: it takes minutes for 20,000 of them. */
function quote(element: TreeElement): void {
  insert(element, makeText('“'), element.first)
  insert(element, makeText('”'))
}

/** A picture is one image, whichever of its sources a browser would take. */
function withoutSources(picture: TreeElement): void {
  const sources: TreeElement[] = []
  let hasImage = false
  for (let child = picture.first; child; child = child.after) {
    if (child.kind !== 'element') continue
    if (child.name === 'source') sources.push(child)
    hasImage ||= child.name === 'img'
  }
  if (hasImage) sources.forEach(detach)
}

/** The text that a browser would show in a field. */
function shownValue(input: TreeElement): string {
  const type = attributeOf(input, 'type').trim().toLowerCase()
  const isShown = /^(?:|text|search|email|tel|url|number|submit|button|reset)$/.test(type)
  return isShown ? attributeOf(input, 'value') : ''
}

function addStyle(element: TreeElement, declaration: string): void {
  const style = element.attributes.find(({ name }) => name === 'style')
  if (!style) element.attributes.push({ name: 'style', value: declaration })
  else if (!style.value.includes(declaration)) style.value += `;${declaration}`
}

import { isKeptAttribute } from './allowed-markup.ts'
import { luminance, readColor } from './color.ts'
import { type CleanStyle, cleanStyle, isWiderThanPhone, noStyle, type StyleUse } from './css-declarations.ts'
import { isRemote } from './image-source.ts'
import { prefixedWords } from './prefix.ts'
import { type Attribute, attributeOf, type TreeElement } from './tree.ts'

/** The attributes of an element that are kept, and what the renderer needs to know of them. */
export interface ReadAttributes extends Omit<CleanStyle, 'css'> {
  kept: Attribute[]
}

const maxStyles = 2_000
const maxKeptStyleChars = 2_000
const maxNameChars = 1_000
/** A text lighter than this is unreadable on white. */
const lightFrom = 0.4
const isOfText = (property: string): boolean =>
  /^(?:color|background-color|font|font-family|font-size|font-style|font-weight|line-height|text-align|display)$/.test(
    property,
  )

/** Reads the attributes of the elements of one mail. Mails repeat a few styles many times, so cleaned styles are kept. */
export class AttributeReader {
  readonly #use: StyleUse
  readonly #styles = new Map<string, CleanStyle>()

  constructor(forDark: boolean) {
    this.#use = { forDark, isWanted: () => true }
  }

  /** All that is kept; `href` and `src` are not. */
  read(element: TreeElement): ReadAttributes {
    const { css, ...style } = this.#styleOf(attributeOf(element, 'style'))
    const kept: Attribute[] = []
    const styles: string[] = []
    for (const { name, value } of element.attributes) {
      if (isNameOf(element, name)) addNames(kept, name, value)
      else if (isTextColor(element.name, name)) styles.push(this.#textColor(value, style))
      else if (isKeptAttribute(element.name, name, value)) kept.push({ name, value })
      if (name === 'width') style.isWide ||= isWiderThanPhone(value)
      if (name === 'bgcolor' && value.trim() !== '') style.paints = true
      if (name === 'background' && value.trim() !== '') {
        if (isRemote(value)) style.blockedLoads += 1
        style.lostBackground = true
      }
    }
    style.lostBackground &&= !style.paints
    styles.push(css)
    const written = styles.filter((part) => part !== '').join(';')
    if (written !== '') kept.push({ name: 'style', value: written })
    if (style.isWide && mayBeNarrower.has(element.name)) kept.push({ name: wideAttribute, value: '' })
    return { kept, ...style }
  }

  /** What the text in place of an image takes from the image: the text's own look. */
  ofAlt(image: TreeElement): Attribute[] {
    const style = attributeOf(image, 'style').slice(0, maxKeptStyleChars)
    const { css } = cleanStyle(style, { forDark: false, isWanted: isOfText })
    // Images side by side need no space between them, words do.
    return [{ name: 'style', value: `margin:0 .2em;${css}` }]
  }

  #styleOf(style: string): CleanStyle {
    if (style === '') return noStyle
    const known = this.#styles.get(style)
    if (known) return known
    const cleaned = cleanStyle(style, this.#use)
    if (style.length <= maxKeptStyleChars && this.#styles.size < maxStyles) this.#styles.set(style, cleaned)
    return cleaned
  }

  /** As a declaration, so that it can have a second value for a dark page. */
  #textColor(written: string, style: { isTextLight: boolean | null }): string {
    const color = /^[\da-f]{6}$/i.test(written) ? `#${written}` : written
    const read = readColor(color)
    if (!read) return ''
    style.isTextLight ??= luminance(read) >= lightFrom
    return this.#styleOf(`color:${color}`).css
  }
}

/** Marks what is wider than a phone, for the style of the document; no attribute of a mail has this name. */
export const wideAttribute = 'data-wide'
/** Elements that lay out a mail; images are never wider than what they are in. */
const mayBeNarrower = new Set(['table', 'td', 'th', 'col', 'div', 'center', 'section', 'p'])

const isNameOf = (element: TreeElement, name: string): boolean =>
  name === 'class' || name === 'id' || (name === 'name' && element.name === 'a')

const isTextColor = (element: string, name: string): boolean =>
  (element === 'font' && name === 'color') || (element === 'body' && name === 'text')

function addNames(kept: Attribute[], name: string, value: string): void {
  const names = value.length <= maxNameChars ? prefixedWords(value) : ''
  if (names !== '') kept.push({ name, value: names })
}

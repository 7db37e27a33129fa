import { readRules } from './read-rules.ts'
import { copyOf, readDeclarations } from './text-style.ts'

/** What selectors ask about an element. */
export interface StyledElement {
  /** In lower case. */
  tag: string
  id: string
  /** The value of its `class` attribute. */
  classes: string
}

interface SheetRule {
  tag: string
  id: string
  classes: string[]
  /** Its declarations that matter to text, in lower case. */
  css: string
  specificity: number
}

interface StyleRule extends SheetRule {
  order: number
}

const maxSheetChars = 64 * 1024
const maxRules = 1000
const maxSelectorChars = 128
const maxClasses = 16
const maxClassChars = 1024
/** Of all rules for one name only the last ones are asked about. */
const maxRulesOfName = 32
const maxKnown = 512
const maxKnownSheets = 32
const maxKnownSheetChars = 16 * 1024
/** The rules of the last sheets: a sender's mails have the same one. */
const knownSheets = new Map<string, readonly SheetRule[]>()

/**
 * The rules of a mail's `style` elements. Only selectors that name one element by its tag, classes and id are read (`td`, `.code`,
 * `p#otp.big`), at the top level or in a media query that fits a screen of 1,024 pixels. Reads 64 Ki characters and 1,000 rules of a
 * mail; linear.
 */
export class StyleRules {
  readonly #byName = new Map<string, StyleRule[]>()
  readonly #known = new Map<string, string>()
  #chars = 0
  #rules = 0

  get isEmpty(): boolean {
    return this.#rules === 0
  }

  /** Adds the rules of a `style` element; `media` is the value of its attribute. */
  add(css: string, media: string): void {
    const sheet = css.slice(0, maxSheetChars - this.#chars)
    this.#chars += sheet.length
    if (sheet === '' || !fitsScreen(media)) return
    for (const rule of rulesOf(sheet)) this.#addRule(rule)
    this.#known.clear()
  }

  /** The declarations for an element in the order of the cascade (CSS Cascading Level 4 §6.1), its `style` attribute the last. */
  cascade(element: StyledElement, style: string): string {
    const name = `${element.tag}#${element.id}.${element.classes}`
    const known = this.#known.get(name) ?? this.#declarationsFor(element)
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(name, known)
    if (known === '') return style
    return style === '' ? known : `${known};${style}`
  }

  #addRule(rule: SheetRule): void {
    if (this.#rules >= maxRules) return
    const ordered = { ...rule, order: this.#rules }
    this.#rules += 1
    const name = nameOf(rule)
    const others = this.#byName.get(name)
    if (others) others.push(ordered)
    else this.#byName.set(name, [ordered])
  }

  #declarationsFor({ tag, id, classes }: StyledElement): string {
    const names = new Set(classes.slice(0, maxClassChars).split(/\s+/).slice(0, maxClasses))
    const found: StyleRule[] = []
    const find = (key: string): void => {
      for (const rule of this.#byName.get(key)?.slice(-maxRulesOfName) ?? []) {
        const isMeant = (rule.tag === '' || rule.tag === tag) && (rule.id === '' || rule.id === id)
        if (isMeant && rule.classes.every((name) => names.has(name))) found.push(rule)
      }
    }
    find(tag)
    if (id !== '') find(`#${id}`)
    for (const name of names) find(`.${name}`)
    if (found.length === 0) return ''
    return found
      .sort((one, other) => one.specificity - other.specificity || one.order - other.order)
      .map(({ css }) => css)
      .join(';')
  }
}

function rulesOf(sheet: string): readonly SheetRule[] {
  const known = knownSheets.get(sheet)
  if (known) return known
  // A copy, since the rules are parts of it, and would keep all of the mail in memory.
  const css = copyOf(sheet)
  const rules: SheetRule[] = []
  const addRules = (selectors: string, block: string): void => {
    if (rules.length < maxRules)
      rules.push(...rulesFor(selectors, readDeclarations(block)).slice(0, maxRules - rules.length))
  }
  readRules(css, addRules, isScreenQuery)
  if (knownSheets.size >= maxKnownSheets) knownSheets.clear()
  if (css.length <= maxKnownSheetChars) knownSheets.set(css, rules)
  return rules
}

const rulesFor = (selectors: string, css: string): SheetRule[] =>
  css === '' ? [] : selectors.split(',').flatMap((selector) => ruleOf(selector.trim(), css) ?? [])

/** A tag, classes and an id; whatever else a selector has makes it another one. */
const simpleSelector = /^([a-z][a-z0-9]*)?((?:[.#][\w-]+)*)$/i

function ruleOf(selector: string, css: string): SheetRule | null {
  const [, tag = '', names = ''] = selector.length > maxSelectorChars ? [] : (simpleSelector.exec(selector) ?? [])
  if (tag === '' && names === '') return null
  const marked = names.match(/[.#][\w-]+/g) ?? []
  const ids = marked.filter((each) => each.startsWith('#'))
  const classes = marked.filter((each) => each.startsWith('.')).map((each) => each.slice(1))
  if (ids.length > 1) return null
  const id = ids[0]?.slice(1) ?? ''
  const specificity = ids.length * 10_000 + classes.length * 100 + (tag === '' ? 0 : 1)
  return { tag: tag.toLowerCase(), id, classes, css, specificity }
}

/** The name under which a rule is found: that which the fewest elements have. */
function nameOf({ tag, id, classes: [first] }: SheetRule): string {
  if (id !== '') return `#${id}`
  return first === undefined ? tag : `.${first}`
}

const isScreenQuery = (prelude: string): boolean =>
  /^@media\b/i.test(prelude) && fitsScreen(prelude.slice('@media'.length))

const maxQueryChars = 500
const screenPixels = 1024
const pixelsOf: Record<string, number> = { px: 1, em: 16, rem: 16 }

/** Whether a list of media queries fits a light screen of 1,024 pixels; of one with other questions that is not known, so it does not. */
function fitsScreen(media: string): boolean {
  if (media.length > maxQueryChars) return false
  const queries = media.toLowerCase().split(',')
  return media.trim() === '' || queries.some((query) => query.split(/\band\b/).every((part) => fits(part.trim())))
}

function fits(part: string): boolean {
  if (/^(?:only )?(?:all|screen)$/.test(part)) return true
  const [, bound, amount, unit = ''] =
    /^\( ?(min|max)-(?:device-)?width ?: ?([\d.]{1,8})(px|em|rem) ?\)$/.exec(part) ?? []
  const pixels = Number(amount) * (pixelsOf[unit] ?? 1)
  return bound === 'min' ? screenPixels >= pixels : screenPixels <= pixels
}

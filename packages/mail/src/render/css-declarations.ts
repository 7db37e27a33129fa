import { luminance, onDark, readColor } from './color.ts'
import { isAllowedProperty } from './css-properties.ts'
import { type CssToken, cssTokens, isBalanced, isSpace, splitAt, type TokenKind, textOf } from './css-tokens.ts'

/** A declaration list with only what is allowed, and what the renderer needs to know of it. */
export interface CleanStyle {
  /** `property:value` pairs joined by `;`; `''` where nothing is left. */
  css: string
  /** How many resources of other hosts it would have loaded. */
  blockedLoads: number
  /** It paints a background. */
  paints: boolean
  /** It would have shown an image as background, and has no background colour. */
  lostBackground: boolean
  /** Whether its text colour is light; null where it sets none, or in a notation that is not read. */
  isTextLight: boolean | null
  /** It has `display: none`. */
  hides: boolean
  /** It sets a width in pixels that is wider than a phone. */
  isWide: boolean
}

/** What a style is cleaned for: whether text colours get a second value for a dark page, and which of the allowed properties are kept. */
export interface StyleUse {
  forDark: boolean
  isWanted: (property: string) => boolean
}

const functions = new Set(
  (
    'rgb rgba hsl hsla hwb lab lch oklab oklch calc min max clamp linear-gradient radial-gradient conic-gradient ' +
    'repeating-linear-gradient repeating-radial-gradient light-dark minmax repeat fit-content'
  ).split(' '),
)
const valueKinds: ReadonlySet<TokenKind> = new Set([
  'ident',
  'function',
  'hash',
  'string',
  'number',
  'space',
  'comment',
  ',',
  '(',
  ')',
])
const operators = new Set(['+', '-', '*', '/', '.'])
/** Functions that name what is to be loaded, besides `url()`. */
const loading = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set', 'cross-fade', '-webkit-cross-fade'])
/** Properties with texts that a browser shows, for each element that has them. */
const generating = new Set(['content', 'list-style', 'list-style-type', 'text-overflow'])
const maxGeneratedChars = 64
const paintsNothing = /^(?:transparent|none|inherit|initial|unset|revert)$/
const maxValueTokens = 200
/** A text lighter than this is unreadable on white. */
const lightFrom = 0.4

const phonePixels = 320

/** Whether a width, of an attribute or a style, is a number of pixels that a phone does not have. */
export function isWiderThanPhone(width: string): boolean {
  const [, pixels] = /^(\d{3,5})(?:\.\d{1,9})?(?:px)?$/i.exec(width.trim()) ?? []
  return Number(pixels ?? 0) > phonePixels
}

/** Cleans the text of a `style` attribute. Linear. */
export const cleanStyle = (style: string, use: StyleUse): CleanStyle => cleanDeclarations(cssTokens(style), use)

/** What an empty style is. */
export const noStyle: Readonly<CleanStyle> = {
  css: '',
  blockedLoads: 0,
  paints: false,
  lostBackground: false,
  isTextLight: null,
  hides: false,
  isWide: false,
}

/** Cleans the tokens between the braces of a rule. Linear. */
export function cleanDeclarations(tokens: readonly CssToken[], use: StyleUse): CleanStyle {
  const style: CleanStyle = { ...noStyle }
  const kept: string[] = []
  for (const declaration of splitAt(tokens, ';')) {
    const text = cleanDeclaration(declaration, style, use)
    if (text !== '') kept.push(text)
  }
  style.css = kept.join(';')
  style.lostBackground &&= !style.paints
  return style
}

function cleanDeclaration(tokens: readonly CssToken[], style: CleanStyle, use: StyleUse): string {
  const nameAt = tokens.findIndex((token) => !isSpace(token))
  const colonAt = tokens.findIndex((token, at) => at > nameAt && !isSpace(token))
  if (tokens[nameAt]?.kind !== 'ident' || tokens[colonAt]?.kind !== ':') return ''
  const property = tokens[nameAt].value
  const written = tokens.slice(colonAt + 1)
  style.blockedLoads += loadsIn(written)
  if (written.length > maxValueTokens) return ''
  const { value, isImportant } = withoutImportant(written)
  const isBackground = property === 'background' || property === 'background-image'
  const lost = isBackground && value.some(isLoading)
  style.lostBackground ||= lost
  const kept = lost ? withoutLoads(value) : value
  if (!isAllowedProperty(property) || !use.isWanted(property) || !isAllowedValue(kept)) return ''
  const text = textOf(kept)
  if (text === '' || !isAllowedKeyword(property, text) || isTooMuchText(property, text)) return ''
  if (property === 'width' || property === 'min-width') style.isWide ||= isWiderThanPhone(text)
  if (property === 'display') style.hides = text.toLowerCase() === 'none'
  if (isBackground || property === 'background-color') style.paints ||= !paintsNothing.test(text)
  return `${property}:${property === 'color' ? textColor(text, style, use.forDark) : text}${isImportant ? '!important' : ''}`
}

function textColor(text: string, style: CleanStyle, forDark: boolean): string {
  const color = readColor(text)
  if (!color) return text
  style.isTextLight = luminance(color) >= lightFrom
  const dark = forDark ? onDark(color) : null
  return dark === null ? text : `light-dark(${text},${dark})`
}

function withoutImportant(tokens: readonly CssToken[]): { value: readonly CssToken[]; isImportant: boolean } {
  const at = tokens.findLastIndex(({ kind, text }) => kind === 'delim' && text === '!')
  const isImportant = at !== -1 && tokens.slice(at + 1).some(({ value }) => value === 'important')
  return { value: isImportant ? tokens.slice(0, at) : tokens, isImportant }
}

function isAllowedValue(tokens: readonly CssToken[]): boolean {
  for (const { kind, text, value } of tokens) {
    if (kind === 'delim' ? !operators.has(text) : !valueKinds.has(kind)) return false
    if (kind === 'function' && !functions.has(value)) return false
    if (kind === 'hash' && !/^[0-9a-f]{3,8}$/i.test(value)) return false
  }
  return isBalanced(tokens)
}

/** An element must not stay in place while the reader scrolls. */
const isAllowedKeyword = (property: string, text: string): boolean =>
  property !== 'position' || /^(?:static|relative|absolute)$/i.test(text)

/**
 * Half a megabyte before and after each element would take a browser all its memory. Quotation marks that it adds itself take it minutes
 * for 20,000 elements, since it counts how deep they are.
 */
const isTooMuchText = (property: string, text: string): boolean =>
  generating.has(property) && (text.length > maxGeneratedChars || /-quote/i.test(text))

const isLoading = ({ kind, value }: CssToken): boolean => kind === 'url' || (kind === 'function' && loading.has(value))

/** How many resources the tokens name. */
export function loadsIn(tokens: readonly CssToken[]): number {
  let loads = 0
  for (const [at, token] of tokens.entries()) {
    if (!isLoading(token)) continue
    const name =
      token.kind === 'url'
        ? token.value
        : (tokens.slice(at + 1, at + 3).find(({ kind }) => kind === 'string')?.value ?? '')
    if (name !== '' && !/^["'\s]*(?:data|cid|about):|^["'\s]*#/i.test(name)) loads += 1
  }
  return loads
}

/** The layers of a background that load nothing; of the last layer, which may also have the colour, at least that. */
function withoutLoads(value: readonly CssToken[]): CssToken[] {
  const layers = splitAt(value, ',')
  const kept = layers.map((layer, index) => {
    if (!layer.some(isLoading)) return layer
    return index === layers.length - 1 ? colorsOf(layer) : []
  })
  const comma: CssToken = { kind: ',', text: ',', value: ',' }
  return kept.filter((layer) => layer.length > 0).flatMap((layer, index) => (index === 0 ? layer : [comma, ...layer]))
}

function colorsOf(layer: readonly CssToken[]): CssToken[] {
  for (const [at, token] of layer.entries()) {
    if (token.kind === 'hash' || (token.kind === 'ident' && readColor(token.value))) return [token]
    if (token.kind !== 'function' || !/^(?:rgb|hsl)a?$/.test(token.value)) continue
    const end = layer.findIndex(({ kind }, index) => index > at && kind === ')')
    if (end !== -1) return layer.slice(at, end + 1)
  }
  return []
}

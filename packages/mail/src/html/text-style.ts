/** The styles of an element's text; elements inside inherit each bit. */
export const styleBits = {
  /** Hidden with all its content; no style inside can show it again. */
  isGone: 1,
  /** Too small to see; an element inside may set a larger size (MJML wraps every column in `font-size:0`). */
  isTiny: 2,
  /** `visibility: hidden`; an element inside may be `visible`. */
  isInvisible: 4,
  keepsWhiteSpace: 8,
  /** About 20 px or more, or a heading of the first three levels. */
  isLarge: 16,
  /** Wide letter spacing, which many senders use for codes. */
  isSpaced: 32,
  isMonospace: 64,
  isBold: 128,
  isHeading: 256,
  isLink: 512,
  isFooter: 1024,
  isQuoted: 2048,
} as const

/** Text with any of these bits is not shown. */
export const hidingBits = styleBits.isGone | styleBits.isTiny | styleBits.isInvisible

const clearShift = 12
const setMask = (1 << clearShift) - 1
const maxKnown = 512
const maxKeptStyleChars = 512
const declarations =
  /(?<![-\w])(display|visibility|font(?:-size|-family|-weight)?|letter-spacing|max-height|height|width|opacity|overflow|white-space|text-indent|color)\s*:\s*([^;]*)/g
const isMonospaced = /mono|courier|consolas|menlo|typewriter/

/** A style as it is written, and its effect. */
interface KnownStyle {
  style: string
  effect: number
}

/** Reads `style` attributes. Mails repeat a few styles many times, so the effects of up to 512 styles are cached. */
export class StyleReader {
  readonly #known = new Map<string, KnownStyle>()
  /** Mostly the next style is the same, and comparing is faster than looking it up. */
  #last: KnownStyle = { style: '', effect: 0 }

  /**
   * The bits of an element: those of its parent, changed by its `style` attribute.
   * `mso-hide` is ignored, since it hides in Outlook only (senders use it for buttons that other programs show).
   */
  bitsOf(style: string, inherited: number): number {
    const effect = style === this.#last.style ? this.#last.effect : this.#effectOf(style)
    return (inherited & ~(effect >>> clearShift)) | (effect & setMask)
  }

  #effectOf(style: string): number {
    const known = this.#known.get(style)
    if (known) {
      this.#last = known
      return known.effect
    }
    const effect = effectOf(style.toLowerCase())
    if (style.length <= maxKeptStyleChars) this.#keep({ style: copyOf(style), effect })
    return effect
  }

  #keep(known: KnownStyle): void {
    if (this.#known.size >= maxKnown) this.#known.clear()
    this.#known.set(known.style, known)
    this.#last = known
  }
}

/** V8 makes a part of a string as a view: without a copy each kept style would keep its whole mail in memory. */
export const copyOf = (style: string): string => Buffer.from(style, 'utf16le').toString('utf16le')

/** The declarations that matter to text, in lower case; `''` where there are none. */
export const readDeclarations = (css: string): string =>
  (css.toLowerCase().match(declarations) ?? []).map((declaration) => declaration.trim()).join(';')

/** Of several declarations of a property the last counts, and one that is important more than one that is not. */
function effectOf(css: string): number {
  const values = new Map<string, string>()
  for (const [, property = '', raw = ''] of css.matchAll(declarations)) {
    const value = raw.trim()
    if (value === '' || (isImportant(values.get(property)) && !isImportant(value))) continue
    values.delete(property)
    values.set(property, value)
  }
  let effect = 0
  for (const [property, value] of values) effect = combined(effect, effectOfDeclaration(property, value))
  const isFlat = isZero(values.get('height') ?? '') || isZero(values.get('width') ?? '')
  const clips = values.get('overflow')?.startsWith('hidden') === true
  return isFlat && clips ? setting(effect, styleBits.isGone) : effect
}

const isImportant = (value: string | undefined): boolean => value?.endsWith('important') === true

function effectOfDeclaration(property: string, value: string): number {
  switch (property) {
    case 'display':
      return value.startsWith('none') ? styleBits.isGone : 0
    case 'max-height':
    case 'opacity':
      return isZero(value) ? styleBits.isGone : 0
    case 'text-indent':
      return /^-\d{3}/.test(value) ? styleBits.isGone : 0
    case 'color':
      return value.startsWith('transparent') ? styleBits.isInvisible : 0
    case 'visibility':
      return visibilityEffect(value)
    case 'white-space':
      return switched(styleBits.keepsWhiteSpace, value.startsWith('pre') || value.startsWith('break-spaces'))
    case 'letter-spacing':
      return switched(styleBits.isSpaced, isWide(value))
    case 'font-weight':
      return switched(styleBits.isBold, /^(?:bold|[6-9]00)/.test(value))
    case 'font-family':
      return switched(styleBits.isMonospace, isMonospaced.test(value))
    case 'font':
      return combined(
        sizeEffect(/(?:^|\s)[\d.]+(?:px|pt|em|rem|%)/.exec(value)?.[0].trim() ?? value),
        shorthandEffect(value),
      )
    case 'font-size':
      return sizeEffect(value)
    default:
      return 0
  }
}

function visibilityEffect(value: string): number {
  if (value.startsWith('hidden') || value.startsWith('collapse')) return styleBits.isInvisible
  return value.startsWith('visible') ? clearing(styleBits.isInvisible) : 0
}

function shorthandEffect(value: string): number {
  return combined(
    /\b(?:bold|[6-9]00)\b/.test(value) ? styleBits.isBold : 0,
    isMonospaced.test(value) ? styleBits.isMonospace : 0,
  )
}

const pixelsPerUnit: Record<string, number> = { px: 1, pt: 4 / 3, rem: 16, em: 16, '%': 0.16 }
const largePixels = 19.5

function sizeEffect(value: string): number {
  const size = /^([\d.]+)(px|pt|em|rem|%)?/.exec(value)
  if (!size) return namedSizeEffect(value)
  const amount = Number.parseFloat(size[1] ?? '')
  const unit = size[2] ?? 'px'
  if (amount === 0) return setting(clearing(styleBits.isLarge), styleBits.isTiny)
  const large = switched(styleBits.isLarge, amount * (pixelsPerUnit[unit] ?? 1) >= largePixels)
  if (unit === 'em' || unit === '%') return large
  return unit !== 'rem' && amount <= 2 ? setting(large, styleBits.isTiny) : combined(large, clearing(styleBits.isTiny))
}

function namedSizeEffect(value: string): number {
  if (/^(?:inherit|unset|smaller|larger|normal|bold|italic)/.test(value)) return 0
  return combined(clearing(styleBits.isTiny), switched(styleBits.isLarge, /^x{0,3}-?large/.test(value)))
}

/** Wider than the small spacing that is usual for buttons and capitals. */
function isWide(value: string): boolean {
  const amount = Number.parseFloat(value)
  return value.includes('em') ? amount >= 0.1 : amount >= 2
}

// An effect holds the bits that it sets and, shifted left, those that it clears.
const clearing = (bit: number): number => bit << clearShift

const setting = (effect: number, bit: number): number => (effect | bit) & ~clearing(bit)

const switched = (bit: number, isOn: boolean): number => (isOn ? bit : clearing(bit))

/** Combines two effects: the second one wins, but `isGone` is never cleared. */
function combined(first: number, second: number): number {
  const sets = second & setMask
  const clears = (second >>> clearShift) & ~styleBits.isGone
  const kept = first & setMask & ~clears
  const cleared = (first >>> clearShift) & ~sets
  return kept | sets | ((cleared | clears) << clearShift)
}

const isZero = (value: string): boolean => /^(?:0+(?:\.0+)?|\.0+)(?:px|pt|em|rem|%)?(?:\s|!|$)/.test(value)

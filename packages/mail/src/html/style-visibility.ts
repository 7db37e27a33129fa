/** What an element's style does to its text; each bit is inherited by what stands inside. */
export const styleBits = {
  /** Gone with all its content, whatever that says of itself. */
  isGone: 1,
  /** Too small to see, until an element inside sets a size of its own (MJML wraps every column in `font-size:0`). */
  isTiny: 2,
  /** `visibility: hidden`, until an element inside is `visible`. */
  isInvisible: 4,
  keepsWhiteSpace: 8,
} as const

/** Text with any of these bits is not shown. */
export const hidingBits = styleBits.isGone | styleBits.isTiny | styleBits.isInvisible

const mayMatter =
  /none|hidden|collapse|opacity|white-space|font\s*:\s*0|(?:[^-]height|max-height|font-size)\s*:\s*(?:0|\.|[12](?!\d))/i
const harmlessStyles = new Set<string>()
const maxHarmlessStyles = 256
const maxKeptStyleChars = 512
const declarations =
  /(?<![-\w])(display|visibility|font-size|font|max-height|height|width|opacity|overflow|white-space)\s*:\s*([^;]*)/g

/**
 * The bits of an element: those of its parent, changed by its `style` attribute.
 * `mso-hide` alone hides from Outlook only (it marks the buttons that all others see), so it does not count.
 */
export function styledBits(style: string, inherited: number): number {
  if ((inherited & hidingBits) === 0 && isHarmless(style)) return inherited

  const css = style.toLowerCase()
  let bits = inherited
  let isFlat = false
  let clips = false
  for (const [, property, raw] of css.matchAll(declarations)) {
    const value = (raw ?? '').trim()
    if (property === 'display' && value.startsWith('none')) bits |= styleBits.isGone
    if (property === 'max-height' && isZero(value)) bits |= styleBits.isGone
    if (property === 'opacity' && isZero(value)) bits |= styleBits.isGone
    if ((property === 'height' || property === 'width') && isZero(value)) isFlat = true
    if (property === 'overflow' && value.startsWith('hidden')) clips = true
    if (property === 'visibility') bits = visibilityBits(value, bits)
    if (property === 'font-size' || property === 'font') bits = fontBits(value, bits)
    if (property === 'white-space') bits = whiteSpaceBits(value, bits)
  }
  return isFlat && clips ? bits | styleBits.isGone : bits
}

/** Whether a style can change nothing here. Mails repeat a handful of styles again and again, so the last answers are kept. */
function isHarmless(style: string): boolean {
  if (harmlessStyles.has(style)) return true
  if (mayMatter.test(style)) return false
  if (harmlessStyles.size >= maxHarmlessStyles) harmlessStyles.clear()
  if (style.length <= maxKeptStyleChars) harmlessStyles.add(style)
  return true
}

function visibilityBits(value: string, bits: number): number {
  if (value.startsWith('hidden') || value.startsWith('collapse')) return bits | styleBits.isInvisible
  return value.startsWith('visible') ? bits & ~styleBits.isInvisible : bits
}

function fontBits(value: string, bits: number): number {
  const size = /^([\d.]+)(px|pt|em|rem|%)?/.exec(value)
  if (!size) return /^(?:inherit|unset|smaller|larger|normal|bold|italic)/.test(value) ? bits : bits & ~styleBits.isTiny
  const amount = Number.parseFloat(size[1] ?? '')
  const unit = size[2] ?? 'px'
  if (amount === 0) return bits | styleBits.isTiny
  if (unit === 'em' || unit === '%') return bits
  return unit !== 'rem' && amount <= 2 ? bits | styleBits.isTiny : bits & ~styleBits.isTiny
}

function whiteSpaceBits(value: string, bits: number): number {
  return value.startsWith('pre') || value.startsWith('break-spaces')
    ? bits | styleBits.keepsWhiteSpace
    : bits & ~styleBits.keepsWhiteSpace
}

const isZero = (value: string): boolean => /^0*\.?0+(?:px|pt|em|rem|%)?(?:\s|!|$)/.test(value)

/** Red, green and blue, each from 0 to 1. */
export type Color = readonly [number, number, number]

const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    black: '000000',
    white: 'ffffff',
    red: 'ff0000',
    green: '008000',
    blue: '0000ff',
    gray: '808080',
    grey: '808080',
    silver: 'c0c0c0',
    maroon: '800000',
    purple: '800080',
    navy: '000080',
    teal: '008080',
    olive: '808000',
    lime: '00ff00',
    aqua: '00ffff',
    cyan: '00ffff',
    fuchsia: 'ff00ff',
    magenta: 'ff00ff',
    yellow: 'ffff00',
    orange: 'ffa500',
    brown: 'a52a2a',
    crimson: 'dc143c',
    indigo: '4b0082',
    darkblue: '00008b',
    darkgreen: '006400',
    darkred: '8b0000',
    darkgray: 'a9a9a9',
    darkgrey: 'a9a9a9',
    dimgray: '696969',
    dimgrey: '696969',
    lightgray: 'd3d3d3',
    lightgrey: 'd3d3d3',
    slategray: '708090',
    midnightblue: '191970',
    royalblue: '4169e1',
    steelblue: '4682b4',
    tomato: 'ff6347',
    gold: 'ffd700',
    pink: 'ffc0cb',
    whitesmoke: 'f5f5f5',
    snow: 'fffafa',
    ivory: 'fffff0',
  }),
)
const maxColorChars = 64

/** Reads a colour in the notations that mails use: a name, `#` with 3, 4, 6 or 8 digits, `rgb()`, `hsl()`. Null for any other text. */
export function readColor(written: string): Color | null {
  const text = written
    .slice(0, maxColorChars + 1)
    .trim()
    .toLowerCase()
  if (text.length > maxColorChars) return null
  const hex = named.get(text) ?? (text.startsWith('#') ? text.slice(1) : '')
  if (hex !== '') return ofHex(hex)
  const numbers = (text.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)
  const [first = 0, second = 0, third = 0] = numbers
  if (numbers.length < 3 || !numbers.every(Number.isFinite)) return null
  if (/^rgba?\([\d\s.,/]+\)$/.test(text)) return [clamp(first / 255), clamp(second / 255), clamp(third / 255)]
  if (/^hsla?\([\d\s.,/%deg]+\)$/.test(text)) return ofHsl(first, clamp(second / 100), clamp(third / 100))
  return null
}

function ofHex(hex: string): Color | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(hex)) return null
  const digits = hex.length < 6 ? 1 : 2
  const part = (index: number): number => {
    const written = hex.slice(index * digits, (index + 1) * digits)
    return Number.parseInt(digits === 1 ? written + written : written, 16) / 255
  }
  return [part(0), part(1), part(2)]
}

/** CSS Color Level 4 §7.1. */
function ofHsl(hue: number, saturation: number, lightness: number): Color {
  const part = (offset: number): number => {
    const position = (offset + hue / 30) % 12
    return clamp(
      lightness -
        saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(position - 3, 9 - position, 1)),
    )
  }
  return [part(0), part(8), part(4)]
}

const clamp = (part: number): number => Math.min(1, Math.max(0, part))

/** The relative luminance (WCAG 2.2), from 0 for black to 1 for white. */
export function luminance(color: Color): number {
  const [red, green, blue] = color.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** At this luminance a colour has a contrast of 4.5 with the dark page (`#1c1c1e`, 0.0116), and a little more. */
const readableOnDark = 0.24
/** The luminance that black gets on the dark page. */
const lightest = 0.75

/**
 * A colour for the dark page, as `#rrggbb`: mixed with white, the more the darker it is, so that what stands out on white stands out here
 * too. Null for one that can be read there as it is.
 */
export function onDark(color: Color): string | null {
  const own = luminance(color)
  if (own >= readableOnDark) return null
  const wanted = Math.max(readableOnDark, lightest * (1 - Math.sqrt(own)))
  for (let share = 0.05; share < 1; share += 0.05) {
    const mixed: Color = [mix(color[0], share), mix(color[1], share), mix(color[2], share)]
    if (luminance(mixed) >= wanted) return hexOf(mixed)
  }
  return '#ffffff'
}

const mix = (part: number, white: number): number => part + (1 - part) * white

const hexOf = (color: Color): string =>
  `#${color
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

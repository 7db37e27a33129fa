/** With these two one always has a contrast of 4.5 (WCAG 2.2, 1.4.3) on any ground. */
const onLight = '#000000'
const onDark = '#ffffff'

/** The colour of text on a ground of this colour (`#rrggbb`) that has the greater contrast. */
export function textColourOn(ground: string): string {
  return contrast(ground, onDark) >= contrast(ground, onLight) ? onDark : onLight
}

/** The contrast of two colours, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

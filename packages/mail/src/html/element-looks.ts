import { preformattedElements } from './elements.ts'
import { styleBits } from './text-style.ts'

const heading = styleBits.isHeading | styleBits.isBold
const preformatted = styleBits.keepsWhiteSpace | styleBits.isMonospace

/** What elements make of their text by their name alone. */
export const elementLooks: ReadonlyMap<string, number> = new Map([
  ...[...preformattedElements].map((name) => [name, preformatted] as const),
  ['h1', heading | styleBits.isLarge],
  ['h2', heading | styleBits.isLarge],
  ['h3', heading | styleBits.isLarge],
  ['h4', heading],
  ['h5', heading],
  ['h6', heading],
  ['b', styleBits.isBold],
  ['strong', styleBits.isBold],
  ['th', styleBits.isBold],
  ['big', styleBits.isLarge],
  ['code', styleBits.isMonospace],
  ['kbd', styleBits.isMonospace],
  ['samp', styleBits.isMonospace],
  ['tt', styleBits.isMonospace],
  ['blockquote', styleBits.isQuoted],
  ['footer', styleBits.isFooter],
])

import type { Block } from './source-mail.ts'

const plainForms: ReadonlyMap<string, string> = new Map([
  ['\u2013', '-'],
  ['\u2014', '-'],
  ['\u2212', '-'],
  ['\u2018', "'"],
  ['\u2019', "'"],
  ['\u201a', "'"],
  ['\u201c', '"'],
  ['\u201d', '"'],
  ['\u201e', '"'],
  ['\u00ab', '"'],
  ['\u00bb', '"'],
  ['\u2026', '...'],
  ['\u2022', '*'],
  ['\u00b7', '-'],
  ['\u203a', '>'],
  ['\u2116', 'N'],
  ['\u00a0', ' '],
  ['\u202f', ' '],
  ['\u20ac', 'EUR'],
])

/** Replacements for typographic signs in old charsets. */
export function typewriterText(text: string): string {
  return text.replace(
    /[\u2010-\u203a\u00a0\u00ab\u00b7\u00bb\u20ac\u2116\u2212]/g,
    (char) => plainForms.get(char) ?? char,
  )
}

/** The same replacements in all texts of a body. */
export function typewriterBlocks(blocks: readonly Block[]): Block[] {
  return blocks.map((block) => {
    if ('h' in block) return { h: typewriterText(block.h) }
    if ('p' in block) return { p: typewriterText(block.p) }
    if ('li' in block) return { li: typewriterText(block.li) }
    if ('row' in block) return { row: block.row.map(typewriterText) }
    if ('button' in block) return { ...block, button: typewriterText(block.button) }
    if ('footer' in block) return { footer: typewriterText(block.footer) }
    if ('quote' in block) return { quote: typewriterBlocks(block.quote) }
    return block
  })
}

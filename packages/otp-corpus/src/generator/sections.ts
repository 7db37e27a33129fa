import type { Block } from './source-mail.ts'

/** A piece of a mail for the renderers: rows are grouped into tables, items into lists. */
export type Section =
  | { kind: 'heading' | 'paragraph' | 'code' | 'hidden' | 'footer'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'list'; items: string[] }
  | { kind: 'button'; text: string; href: string }
  | { kind: 'quote'; sections: Section[] }
  | { kind: 'marked'; html: string; text: string }

/** Groups the blocks of a body into sections. */
export function sectionsOf(blocks: readonly Block[]): Section[] {
  const sections: Section[] = []
  for (const block of blocks) {
    const last = sections.at(-1)
    if ('row' in block && last?.kind === 'table') last.rows.push(block.row)
    else if ('li' in block && last?.kind === 'list') last.items.push(block.li)
    else sections.push(sectionOf(block))
  }
  return sections
}

function sectionOf(block: Block): Section {
  if ('h' in block) return { kind: 'heading', text: block.h }
  if ('p' in block) return { kind: 'paragraph', text: block.p }
  if ('code' in block) return { kind: 'code', text: block.code }
  if ('hidden' in block) return { kind: 'hidden', text: block.hidden }
  if ('footer' in block) return { kind: 'footer', text: block.footer }
  if ('row' in block) return { kind: 'table', rows: [block.row] }
  if ('li' in block) return { kind: 'list', items: [block.li] }
  if ('button' in block) return { kind: 'button', text: block.button, href: block.href }
  if ('quote' in block) return { kind: 'quote', sections: sectionsOf(block.quote) }
  return { kind: 'marked', html: block.html, text: block.text }
}

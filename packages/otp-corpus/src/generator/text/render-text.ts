import type { Draws } from '../draws.ts'
import { fullWidth, type NumberMark, replaceNumbers, withZeroWidth } from '../number-marks.ts'
import type { Section } from '../sections.ts'

/** The layout choices for a plain text. */
export interface TextStyle {
  draws: Draws
  mark: NumberMark
  isRightToLeft: boolean
}

const rightToLeftMark = '\u200f'

/** Renders sections to a plain text as mailing programs write it; lines end with LF; a paragraph is one line. */
export function renderText(sections: readonly Section[], look: TextStyle): string {
  const { draws } = look
  const blocks = sections
    .filter(({ kind }) => kind !== 'hidden' || draws.chance('preheader in text', 15))
    .map((section) => blockText(section, look))
    .filter((text) => text !== '')
  const gap = draws.chance('double gaps', 15) ? '\n\n\n' : '\n\n'
  return `${blocks.join(gap)}\n`
}

function blockText(section: Section, look: TextStyle): string {
  const { draws } = look
  if (section.kind === 'heading') return headingText(section.text, draws)
  if (section.kind === 'code') return codeText(section.text, look)
  if (section.kind === 'table') return tableText(section.rows, draws)
  if (section.kind === 'list') return listText(section.items, draws)
  if (section.kind === 'button') return linkText(section.text, section.href, draws)
  if (section.kind === 'quote') return quoteText(renderText(section.sections, look), draws)
  if (section.kind === 'footer')
    return `${draws.pick('footer line', ['-- ', '--------', '', '__________'])}\n${section.text}`.trimStart()
  return section.kind === 'marked' ? section.text : markedText(section.text, look)
}

function headingText(text: string, draws: Draws): string {
  const rule = (char: string) => `${text}\n${char.repeat(Math.min(60, text.length))}`
  return draws.pick('heading', [
    text,
    text,
    rule('='),
    rule('-'),
    `** ${text}`,
    `# ${text}`,
    `${text}\n${'-'.repeat(40)}`,
  ])
}

function codeText(code: string, { draws, mark, isRightToLeft }: TextStyle): string {
  const written = markedCode(code, mark, draws)
  if (isRightToLeft && draws.chance('mark before code', 40)) return rightToLeftMark + written
  return draws.pick('code', [
    written,
    written,
    written,
    `    ${written}`,
    `\t${written}`,
    `*${written}*`,
    `${written} `,
  ])
}

// Cells and spans exist in HTML only: the text part has the code as it is.
function markedCode(code: string, mark: NumberMark, draws: Draws): string {
  if (mark === 'zero-width') return withZeroWidth(code, draws.below('zero width', 4))
  return mark === 'full-width' ? fullWidth(code) : code
}

function markedText(text: string, { draws, mark }: TextStyle): string {
  if (mark === 'bold' && draws.chance('stars', 30)) return replaceNumbers(text, (number) => `*${number}*`)
  if (mark === 'zero-width' || mark === 'full-width')
    return replaceNumbers(text, (number) => markedCode(number, mark, draws))
  return text
}

function tableText(rows: string[][], draws: Draws): string {
  const style = draws.pick('table', ['colon', 'colon', 'aligned', 'two lines', 'bar'])
  const width = Math.max(...rows.map(([label = '']) => label.length)) + 2
  return rows
    .map((cells) => {
      const [label = '', ...values] = cells
      const value = values.join('  ')
      if (value === '') return label
      const bare = /[:：]$/.test(label) ? label.slice(0, -1).trimEnd() : label
      if (style === 'colon') return `${bare}: ${value}`
      if (style === 'aligned') return `${label.padEnd(width)}${value}`
      return style === 'bar' ? cells.join(' | ') : `${bare}:\n  ${value}`
    })
    .join('\n')
}

function listText(items: string[], draws: Draws): string {
  const style = draws.pick('list', ['-', '*', '1.'])
  return items.map((item, index) => `${style === '1.' ? `${index + 1}.` : style} ${item}`).join('\n')
}

function linkText(label: string, href: string, draws: Draws): string {
  return draws.pick('link', [
    `${label}: ${href}`,
    `${label}\n${href}`,
    `${label} ( ${href} )`,
    `${label} <${href}>`,
    `[${label}](${href})`,
  ])
}

function quoteText(text: string, draws: Draws): string {
  if (draws.chance('quote below a line', 40)) return `----------\n\n${text.trimEnd()}`
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

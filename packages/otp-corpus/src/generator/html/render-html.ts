import type { Draws } from '../draws.ts'
import { fullWidth, type NumberMark, replaceNumbers, singleCharacters, withZeroWidth } from '../number-marks.ts'
import type { Section } from '../sections.ts'
import { escaped, type Page, preheaderFiller, type Template } from './template.ts'

/** The layout choices for the HTML of a mail. */
export interface HtmlStyle {
  template: Template
  draws: Draws
  mark: NumberMark
}

/** Renders sections to an HTML document by a sender's template. */
export function renderHtml(sections: readonly Section[], look: HtmlStyle, head: PageHead): string {
  const { template, draws } = look
  const hidden = sections.filter(({ kind }) => kind === 'hidden').map((section) => sectionHtml(section, look))
  const footers = sections.filter(({ kind }) => kind === 'footer')
  const shown = sections.filter(({ kind }) => kind !== 'hidden' && kind !== 'footer')
  return template.page({
    ...head,
    draws,
    preheader: hidden.length > 0 ? hidden.join('\n') : decoy(look),
    content: shown.map((section) => sectionHtml(section, look)).join('\n'),
    footer: footers.map((section) => ('text' in section ? lines(section.text) : '')).join('<br>\n'),
  })
}

/** The data of a page beside its content. */
export type PageHead = Pick<Page, 'language' | 'direction' | 'charset' | 'title' | 'sender'>

/** Hidden text; its numbers are never the code. */
function decoy({ template, draws }: HtmlStyle): string {
  if (!draws.chance('decoy', 30)) return ''
  const number = draws.digits('decoy', 4 + draws.below('decoy length', 4))
  return template.hidden(
    draws.pick('decoy form', [`#${number}`, number, `ID ${number}`, `${number} ${preheaderFiller(draws)}`]),
  )
}

function sectionHtml(section: Section, look: HtmlStyle): string {
  const { template, draws } = look
  if (section.kind === 'heading') return template.heading(lines(section.text))
  if (section.kind === 'code') return template.code(codeHtml(section.text, look))
  if (section.kind === 'table')
    return template.table(section.rows.map((cells) => cells.map((cell) => markedHtml(cell, look))))
  if (section.kind === 'list') return template.list(section.items.map((item) => markedHtml(item, look)))
  if (section.kind === 'button') return template.button(escaped(section.text), escaped(tracked(section.href, draws)))
  if (section.kind === 'quote') return template.quote(quoteHtml(section.sections, look))
  if (section.kind === 'hidden')
    return template.hidden(escaped(section.text) + (draws.chance('filled', 50) ? preheaderFiller(draws) : ''))
  if (section.kind === 'marked') return template.paragraph(section.html)
  return template.paragraph(markedHtml(section.text, look))
}

function quoteHtml(sections: Section[], look: HtmlStyle): string {
  return sections.map((section) => sectionHtml(section, look)).join('\n')
}

const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>\n')

function markedHtml(text: string, { mark, draws }: HtmlStyle): string {
  return replaceNumbers(lines(text), (number) => {
    if (mark === 'bold') return draws.pick('bold', [`<b>${number}</b>`, `<strong>${number}</strong>`, styled(number)])
    if (mark === 'zero-width') return withZeroWidth(number, draws.below('zero width', 4))
    if (mark === 'full-width') return fullWidth(number)
    return mark === 'letter-spaced' ? `<span style="letter-spacing:2px">${number}</span>` : number
  })
}

const styled = (number: string): string => `<span style="font-weight:600;color:#222">${number}</span>`

function codeHtml(code: string, { mark, draws }: HtmlStyle): string {
  const characters = singleCharacters(code)
  if (mark === 'zero-width') return escaped(withZeroWidth(code, draws.below('zero width', 4)))
  if (mark === 'full-width') return escaped(fullWidth(code))
  if (mark === 'letter-spaced' && characters)
    return escaped(characters.join(draws.pick('gap', [' ', '\u00a0', '\u2009'])))
  if (mark === 'cells' && characters) return cellTable(characters, draws)
  if (mark === 'divs' && characters) return characters.map((char) => `<div style="${boxStyle}">${char}</div>`).join('')
  if (mark === 'spans' && characters) {
    const gap = draws.pick('gap', ['', '', '\n'])
    return characters
      .map((char) => `<span style="padding:0 4px;border-bottom:2px solid #3a4a5b">${char}</span>`)
      .join(gap)
  }
  return escaped(code)
}

const boxStyle = 'display:inline-block;width:32px;height:40px;margin:2px;text-align:center;border:1px solid #d0d5dd'

function cellTable(characters: string[], draws: Draws): string {
  const open = draws.pick('cell', [
    '<td align="center" width="36" style="border:1px solid #cccccc;font-size:24px">',
    '<td style="padding:8px 12px;background:#f1f5f9;border-radius:4px">',
    '<td width="30" bgcolor="#eeeeee" align="center">',
  ])
  const gap = draws.chance('narrow cells', 30) ? '<td width="6" style="font-size:0;line-height:0">&nbsp;</td>' : ''
  const cells = characters.map((char) => `${open}${char}</td>`).join(`\n${gap}`)
  return `<table role="presentation" cellpadding="0" cellspacing="4" border="0" align="center"><tr>\n${cells}\n</tr></table>`
}

/** A link as mailing services rewrite it, with meaningless numbers. */
function tracked(href: string, draws: Draws): string {
  const joint = href.includes('?') ? '&' : '?'
  return draws.pick(`link ${href}`, [
    href,
    `${href}${joint}uid=${draws.digits('uid', 8)}&mid=${draws.digits('mid', 6)}`,
    `https://click.post.example/ls/click?upn=${draws.hex('upn', 48)}&u=${draws.digits('click', 6)}&to=${encodeURIComponent(href)}`,
  ])
}

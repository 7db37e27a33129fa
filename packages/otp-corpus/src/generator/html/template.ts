import type { Draws } from '../draws.ts'

/** The parts of a page around its content. */
export interface Page {
  language: string
  direction: 'ltr' | 'rtl'
  charset: string
  title: string
  sender: string
  /** HTML of the body, of the footer and of the preheader; the last two may be empty. */
  content: string
  footer: string
  preheader: string
  draws: Draws
}

/** One sender's HTML style; all texts are already escaped. */
export interface Template {
  page(page: Page): string
  heading(html: string): string
  paragraph(html: string): string
  /** `html` is the code with its marks; it may hold elements. */
  code(html: string): string
  table(rows: string[][]): string
  list(items: string[]): string
  button(html: string, href: string): string
  quote(html: string): string
  hidden(html: string): string
}

/** Escapes a text for HTML content and attributes. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** An invisible image whose address is full of numbers. */
export function trackingPixel(draws: Draws): string {
  const address = draws.pick('pixel', [
    `https://t.mailer.example/o/${draws.digits('open', 8)}/${draws.hex('open', 24)}.gif?c=${draws.digits('campaign', 6)}`,
    `https://click.post.example/wf/open?upn=${draws.hex('open', 40)}&u=${draws.digits('open', 7)}`,
    `http://px.news.example/${draws.digits('open', 4)}/${draws.digits('campaign', 6)}.png`,
  ])
  return `<img src="${escaped(address)}" width="1" height="1" alt="" border="0" style="height:1px;width:1px;border-width:0;margin:0;padding:0">`
}

/** Invisible filler: without it a mail program would show the first paragraph after the preheader. */
export function preheaderFiller(draws: Draws): string {
  const unit = draws.pick('filler', ['&#847;&zwnj;&nbsp;', '&nbsp;&zwnj;', '&#8199;&#65279;&#847; ', '&#8203; '])
  return unit.repeat(12 + draws.below('filler length', 20))
}

import { limits } from '@inlet/contract'
import { htmlToText } from '../html/html-to-text.ts'
import { LinkCollector, type MailLink } from '../html/link-collector.ts'
import type { InlineImages } from './inline-images.ts'
import { pageOf } from './page.ts'
import { parseHtml, TooComplex } from './parse-html.ts'
import { sanitise } from './sanitise.ts'
import { serialise } from './serialise.ts'
import { textBodyOf } from './text-page.ts'
import type { Theme } from './theme.ts'

/** The stored bodies of a message, and what is needed to show it. */
export interface RenderInput {
  textBody: string
  htmlBody: string
  /** From `inlineImagesIn`. */
  images: InlineImages
  theme: Theme
}

/** A mail as a document that can be shown to anybody. */
export interface RenderedMail {
  /** A whole HTML document with a policy of its own; it runs nothing and loads nothing. */
  html: string
  /** Its links and the web URLs in its text, in their order, each URL once: those that can be opened, `mailto:` and `tel:` too. */
  links: MailLink[]
  /** How many resources of other hosts were left out. */
  blockedLoads: number
}

/** Parsed again, the HTML must give the same tree; a mail that moves its elements more often is shown as text. */
const maxParses = 4

/**
 * Renders a mail: its HTML with only what the allow-lists name, or its text. HTML that is nested deeper than 256 elements, has more than
 * 250,000 nodes or changes its structure whenever it is parsed is shown as text. Linear; never throws.
 */
export function renderMail(input: RenderInput): RenderedMail {
  if (input.htmlBody.trim() === '') return renderText(input)
  try {
    return renderHtml(input)
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
    return renderText(input)
  }
}

/** Renders the text of a mail alone, or of its HTML where it has no text. */
export function renderText({ textBody, htmlBody, theme }: Omit<RenderInput, 'images'>): RenderedMail {
  const text = textBody.trim() === '' && htmlBody !== '' ? htmlToText(htmlBody).text : textBody
  const links = new LinkCollector()
  const body = textBodyOf(text, links)
  const html = pageOf({ theme, paints: false, hasDarkStyle: false, css: '', body }).toWellFormed()
  return { html, links: links.links(), blockedLoads: 0 }
}

function renderHtml({ htmlBody, images, theme }: RenderInput): RenderedMail {
  const tree = parseHtml(htmlBody.slice(0, limits.bodyMaxBytes))
  const { css, links, blockedLoads, paints, hasDarkStyle } = sanitise(tree, images, theme)
  const body = settled(serialise(tree))
  const html = pageOf({ theme, paints, hasDarkStyle, css, body }).toWellFormed()
  return { html, links, blockedLoads }
}

/**
 * HTML that a browser parses into the tree that it was written from. Removing elements can leave others where the parser moves them, for
 * example a link in a link; the attributes and texts stay the same.
 * @throws TooComplex
 */
function settled(written: string): string {
  let html = written
  for (let parses = 0; parses < maxParses; parses += 1) {
    const again = serialise(parseHtml(html))
    if (again === html) return html
    html = again
  }
  throw new TooComplex('no stable structure')
}

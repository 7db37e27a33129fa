import type { LinkCollector } from '../html/link-collector.ts'
import { escapedText, escapedValue } from './serialise.ts'
import { linkAttributes, TextLinks, type TextPiece } from './text-links.ts'

const textStyle = 'max-width:70ch;margin:0 auto;white-space:pre-wrap;text-align:start'
const linkStyle = 'unicode-bidi:isolate;direction:ltr;overflow-wrap:anywhere'
/** A browser needs much more for an element than for a line. */
const maxParagraphs = 2_000
const blankLines = /\n(?:[ \t\r]*\n)+/g

/**
 * The `body` element of a plain text: lines as written, the first 1,000 `http` and `https` URLs in it as links. Each paragraph has the
 * direction of its own text, and no control character in it changes another one. Linear.
 */
export function textBodyOf(text: string, links: LinkCollector): string {
  const textLinks = new TextLinks()
  const paragraphs = paragraphsOf(text).map((paragraph) => {
    // Those that are listed have a limit of their own: they count once each.
    links.addText(null, paragraph)
    return `<div dir="auto">${textLinks.split(paragraph).map(written).join('')}</div>`
  })
  return `<body><div style="${textStyle}">${paragraphs.join('')}</div></body>`
}

/** The paragraphs with the blank lines after them. One without letters, such as a code, has no direction and belongs to the one before. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = []
  const add = (paragraph: string): void => {
    const isOwn = paragraphs.length === 0 || (paragraphs.length < maxParagraphs && /\p{L}/u.test(paragraph))
    if (isOwn) paragraphs.push(paragraph)
    else paragraphs[paragraphs.length - 1] += paragraph
  }
  let start = 0
  for (const { index, 0: blank } of text.matchAll(blankLines)) {
    add(text.slice(start, index + blank.length))
    start = index + blank.length
  }
  add(text.slice(start))
  return paragraphs
}

/** The direction of a URL, given as attribute, is not counted for the paragraph's. */
function written({ text, url }: TextPiece): string {
  if (url === null) return escapedText(text)
  const attributes = linkAttributes(url).map(({ name, value }) => ` ${name}="${escapedValue(value)}"`)
  return `<a dir="ltr" style="${linkStyle}"${attributes.join('')}>${escapedText(text)}</a>`
}

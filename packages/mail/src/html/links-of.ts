import { limits } from '@inlet/contract'
import { cleanText, cutUtf8 } from '../text/clean-text.ts'
import { type TextUrl, urlsIn } from '../text/urls-in.ts'
import { htmlToTextWithLinks } from './html-to-text.ts'
import { LinkCollector, type MailLink } from './link-collector.ts'

/**
 * The links to the web and to apps in the stored bodies of a mail: the links and visible URLs of the HTML in their order, then the URLs
 * that only the text has; each URL once, at most 1,000. Hidden links are ignored, and so are relative ones in HTML that names no base.
 * Linear; never throws.
 */
export function linksOf({ textBody, htmlBody }: { textBody: string; htmlBody: string }): MailLink[] {
  const collector = new LinkCollector()
  const rendered = htmlBody === '' ? null : htmlToTextWithLinks(htmlBody, collector)
  // A text rendered from the HTML holds the texts of the links, not their URLs.
  const isRendered = rendered !== null && textBody === cutUtf8(cleanText(rendered.text), limits.bodyMaxBytes)
  if (isRendered) return collector.links()
  for (const found of urlsIn(textBody))
    if (rendered === null || !isWrapped(found, textBody, collector)) collector.addUrl(found.url)
  return collector.links()
}

const maxLines = 8
const maxReadChars = 1_000
const nextLine = /^(\S{0,9})[ \t]*\n[ \t]*(\S+)/

/** Whether a URL ends with its line and goes on in the next ones: the HTML has it whole. */
function isWrapped({ end, url }: TextUrl, text: string, known: LinkCollector): boolean {
  let whole = url
  let at = end
  for (let lines = 0; lines < maxLines; lines += 1) {
    const [read, rest = '', next = ''] = nextLine.exec(text.slice(at, at + maxReadChars)) ?? []
    if (read === undefined) return false
    whole += rest + next
    if (known.has(whole)) return true
    at += read.length
  }
  return false
}

import { limits } from '@inlet/contract'
import { cleanText, cutUtf8 } from '../text/clean-text.ts'
import { urlsIn } from '../text/urls-in.ts'
import { htmlToTextWithLinks } from './html-to-text.ts'
import { LinkCollector, type MailLink } from './link-collector.ts'

/**
 * The web links in the stored bodies of a mail: the links and visible URLs of the HTML in their order, then the URLs that only the text
 * has; each URL once, at most 1,000. Hidden links are ignored, and so are relative ones, since a mail has no base URL. Linear; never
 * throws.
 */
export function linksOf({ textBody, htmlBody }: { textBody: string; htmlBody: string }): MailLink[] {
  const collector = new LinkCollector()
  const rendered = htmlBody === '' ? null : htmlToTextWithLinks(htmlBody, collector)
  // A text rendered from the HTML holds the texts of the links, not their URLs.
  const isRendered = rendered !== null && textBody === cutUtf8(cleanText(rendered.text), limits.bodyMaxBytes)
  if (!isRendered) for (const url of urlsIn(textBody)) collector.addUrl(url)
  return collector.links()
}

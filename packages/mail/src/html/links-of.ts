import { limits } from '@inlet/contract'
import { cleanText, cutUtf8 } from '../text/clean-text.ts'
import { urlsIn } from '../text/urls-in.ts'
import { htmlToTextWithLinks } from './html-to-text.ts'
import { LinkCollector, type MailLink } from './link-collector.ts'

/**
 * The links of a mail to the web, by its bodies as they are kept: in the order of the HTML, links and visible addresses alike, then
 * those that only its text has; each URL once, at most 1,000. Links that no reader sees do not count, nor do relative ones: a mail has
 * no base. Linear; never throws.
 */
export function linksOf({ textBody, htmlBody }: { textBody: string; htmlBody: string }): MailLink[] {
  const collector = new LinkCollector()
  const rendered = htmlBody === '' ? null : htmlToTextWithLinks(htmlBody, collector)
  // A text that is the HTML rendered shows what links are called, not where they lead.
  const isRendered = rendered !== null && textBody === cutUtf8(cleanText(rendered.text), limits.bodyMaxBytes)
  if (!isRendered) for (const url of urlsIn(textBody)) collector.addUrl(url)
  return collector.links()
}

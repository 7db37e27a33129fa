import type { LinkCollector } from '../html/link-collector.ts'
import { urlsIn } from '../text/urls-in.ts'
import { safeUrl } from './safe-url.ts'
import { escapedText, escapedValue } from './serialise.ts'

/** Each line has the direction of its own text, and no control character in it changes another one. */
const textStyle = 'max-width:70ch;margin:0 auto;white-space:pre-wrap;unicode-bidi:plaintext;text-align:start'
const linkStyle = 'unicode-bidi:isolate;direction:ltr;overflow-wrap:anywhere'

/** The `body` element of a plain text: lines as written, the `http` and `https` URLs in it as links. Linear. */
export function textBodyOf(text: string, links: LinkCollector): string {
  const parts: string[] = []
  let at = 0
  for (const written of urlsIn(text)) {
    const start = text.indexOf(written, at)
    const url = safeUrl(written)
    if (start === -1 || url === null) continue
    links.addUrl(written)
    parts.push(
      escapedText(text.slice(at, start)),
      `<a style="${linkStyle}" href="${escapedValue(url)}" target="_blank" rel="noopener noreferrer nofollow">`,
      `${escapedText(written)}</a>`,
    )
    at = start + written.length
  }
  parts.push(escapedText(text.slice(at)))
  return `<body><div style="${textStyle}">${parts.join('')}</div></body>`
}

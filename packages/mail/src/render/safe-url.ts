import { isAppLink } from '../text/app-schemes.ts'

const maxUrlChars = 8 * 1024
const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])

const isSafe = ({ protocol }: URL): boolean => protocols.has(protocol)

/** Whether a link is listed: a safe one, or one of an app, which a page opens only after a question. */
export const isListed = (url: URL): boolean => isSafe(url) || isAppLink(url)

/** The URL of a link as the URL Standard writes it; null unless it is an `http`, `https`, `mailto` or `tel` URL of at most 8 KiB. */
export function safeUrl(href: string): string | null {
  if (href.length > maxUrlChars) return null
  const url = URL.parse(href)
  return url && isSafe(url) ? url.href : null
}

const maxUrlChars = 8 * 1024
const protocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Whether a link may lead there: `http`, `https`, `mailto` and `tel`. */
export const isSafe = ({ protocol }: URL): boolean => protocols.has(protocol)

/** The URL of a link as the URL Standard writes it; null unless it is an `http`, `https`, `mailto` or `tel` URL of at most 8 KiB. */
export function safeUrl(href: string): string | null {
  if (href.length > maxUrlChars) return null
  const url = URL.parse(href)
  return url && isSafe(url) ? url.href : null
}

import { isAppScheme } from '../text/app-schemes.ts'

/** Characters that URL parsers remove anywhere in a URL (URL Standard §4.4). */
const breaksInUrl = /[\t\n\r]+/g
const schemeOf = /^([a-z][a-z\d+.-]*):/i
const webUrl = /^https?:\/\/[^\s/]/i
const appUrl = /^([a-z][a-z\d+.-]{1,31}):\/\//i

/** Each link of a document is parsed with its base. */
const maxBaseChars = 2_000

/** The base of a document's links, from the `href` of its `base` element; `''` where that is no absolute URL of the web, or a very long one. */
export function baseOf(href: string): string {
  const base = webUrl.test(href.trim()) ? (URL.parse(href)?.href ?? '') : ''
  return base.length > maxBaseChars ? '' : base
}

/**
 * Where the `href` of a link leads: as written, but without tabs and line breaks, and one without a scheme resolved as a browser would.
 * A mail has no address of its own, so without a `base` only `//host` is resolved. `''` where it leads nowhere.
 */
export function targetOf(href: string, base: string): string {
  const written = href.replaceAll(breaksInUrl, '').trim()
  if (written === '' || written.startsWith('#') || schemeOf.test(written)) return written
  if (base !== '') return URL.parse(written, base)?.href ?? ''
  return written.startsWith('//') ? `https:${written}` : ''
}

/** Whether a target is of the web or of an app, without parsing it. */
export const leadsOutside = (target: string): boolean =>
  webUrl.test(target) || isAppScheme(appUrl.exec(target)?.[1] ?? '')

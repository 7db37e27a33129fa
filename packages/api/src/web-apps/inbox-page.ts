import { type DomainInfo, textColourOn } from '@inlet/contract'
import { html, trusted } from '@inlet/runtime'

const documentTag = '<html lang="en">'
const headPlace = '<!--inlet:head-->'

/** Headers of the page (its policy: scripts, styles and calls of its own host alone; mails are in frames that inherit it). */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  Vary: 'Accept-Language',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy':
    'clipboard-write=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'SAMEORIGIN',
} as const

/** Makes the page of a domain, in a language (BCP 47). */
export type InboxPage = (info: DomainInfo, language: string) => string

/** Prepares the page of a bundle for the values of a domain. @throws where the bundle lacks one of the places for them */
export function inboxPage(index: string): InboxPage {
  const { beforeTag, beforeHead, afterHead } = pageParts(index)
  return (info, language) => `${beforeTag}${openingTag(info, language)}${beforeHead}${head(info)}${afterHead}`
}

/** The page of a bundle around the places for the document's tag and its head. @throws where it lacks one of them */
export function pageParts(index: string): { beforeTag: string; beforeHead: string; afterHead: string } {
  const [beforeTag, afterTag] = parted(index, documentTag)
  const [beforeHead, afterHead] = parted(afterTag, headPlace)
  return { beforeTag, beforeHead, afterHead }
}

function parted(text: string, place: string): [string, string] {
  const [before, after, ...more] = text.split(place)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`The page of the web app needs ${place} once`)
  return [before, after]
}

function openingTag({ theme, accentColor }: DomainInfo, language: string): string {
  const style = `--accent:${accentColor};--on-accent:${textColourOn(accentColor)}`
  return html`<html lang="${language}" dir="${directionOf(language)}" data-theme="${theme}" style="${style}">`.markup
}

function head(info: DomainInfo): string {
  return html`<title>${info.name}</title>
    <meta name="theme-color" content="${info.accentColor}">
    <link rel="icon" href="${iconOf(info)}">
    <link rel="manifest" href="/manifest.webmanifest">
    <script type="application/json" id="domain-info">${trusted(jsonInScript(info))}</script>`.markup
}

/** The address of a domain's icon. */
export const iconOf = ({ logoUrl }: DomainInfo): string => logoUrl ?? '/icon.svg'

/** JSON that cannot end the element it is in: no `<` (HTML, script data states), and no line ends of JavaScript alone. */
const jsonInScript = (value: unknown) =>
  JSON.stringify(value).replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })

/** Scripts of living languages that are written from right to left (ISO 15924). */
const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

/** The direction of a language's writing. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return rightToLeft.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr'
}

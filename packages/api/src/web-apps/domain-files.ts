import { type DomainInfo, textColourOn } from '@inlet/contract'
import { html } from '@inlet/runtime'
import { directionOf, iconOf } from './inbox-page.ts'

/** The web manifest of a domain's page (W3C Web Application Manifest). */
export function webManifest(info: DomainInfo): string {
  return JSON.stringify({
    name: info.name,
    short_name: info.name,
    lang: info.locale,
    dir: directionOf(info.locale),
    id: '/',
    start_url: '/',
    display: 'standalone',
    theme_color: info.accentColor,
    icons: [{ src: iconOf(info), sizes: 'any' }],
  })
}

/** An icon for a service without a logo: the first character of its name on its colour. */
export function letterIcon({ name, accentColor, locale }: DomainInfo): string {
  const { segment = '' } = new Intl.Segmenter(locale).segment(name).containing(0) ?? {}
  const letter = segment.toLocaleUpperCase(locale)
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${accentColor}"/><text x="32" y="45" font-family="system-ui,sans-serif" font-size="36" font-weight="600" text-anchor="middle" fill="${textColourOn(accentColor)}">${letter}</text></svg>`
    .markup
}

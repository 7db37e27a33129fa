import { html } from '@inlet/runtime'

/** Where the page has its own path, for its script; the build's value is that of an installation without a path. */
const basePlace = 'data-base="/dashboard/"'
const assetPlace = '"./assets/'
/** An origin that can stand in a policy: `;` and `,` are allowed in the host of a URL, and would end a directive. */
const origin = /^https?:\/\/[a-z0-9.:[\]_-]+$/

/** Makes the page of the dashboard for the path that browsers see it at, with a final slash. */
export type DashboardPage = (base: string) => string

/** Prepares the page of a bundle. @throws where the bundle lacks one of the places for the base */
export function dashboardPage(index: string): DashboardPage {
  for (const [place, isThere] of [
    [basePlace, index.split(basePlace).length === 2],
    [assetPlace, index.includes(assetPlace)],
  ] as const)
    if (!isThere) throw new Error(`The page of the dashboard needs ${place}`)
  return (base) => {
    const { markup } = html`${base}`
    return index.replace(basePlace, () => `data-base="${markup}"`).replaceAll(assetPlace, () => `"${markup}assets/`)
  }
}

/** Headers of the page; its script calls its own host and the origins at which people log in. */
export function dashboardHeaders(loginOrigins: readonly string[]) {
  const called = [...new Set(loginOrigins)].filter((each) => origin.test(each))
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      ["connect-src 'self'", ...called].join(' '),
      "frame-src 'self' blob: data:",
      "font-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy':
      'clipboard-write=(self), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'X-Frame-Options': 'DENY',
  }
}

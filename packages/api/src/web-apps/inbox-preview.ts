import { html } from '@inlet/runtime'
import { pageParts } from './inbox-page.ts'

const assetPlace = '"/assets/'

/**
 * Headers of the preview. The page has an origin that is nobody's (`sandbox`), so that it reaches nothing of the dashboard around it, and it
 * may call nobody. Only pages of its own host have it in a frame.
 */
export const previewHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy':
    'clipboard-write=(), camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'X-Frame-Options': 'SAMEORIGIN',
} as const

/** Makes the preview for the path of the installation that browsers see, with a final slash. */
export type InboxPreview = (root: string) => string

/**
 * Prepares the page of the visitors' bundle as a preview: of no domain, with branding that the dashboard sends into it.
 * @throws where the bundle lacks one of the places
 */
export function inboxPreview(index: string): InboxPreview {
  const { beforeTag, beforeHead, afterHead } = pageParts(index)
  if (!afterHead.includes(assetPlace)) throw new Error(`The page of the web app needs ${assetPlace}`)
  const page = `${beforeTag}<html lang="en" data-preview>${beforeHead}<title>Preview</title><link rel="icon" href="data:,">${afterHead}`
  return (root) => page.replaceAll(assetPlace, () => `"${html`${root}`.markup}assets/`)
}

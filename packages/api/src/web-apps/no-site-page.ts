import { createHash } from 'node:crypto'
import { html, trusted } from '@inlet/runtime'

const styles = `
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif }
body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1.5rem; text-align: center }
h1 { margin: 0; font-size: 1.25rem }
p { margin: .5rem 0 0 }
`

/** The page of a host that no domain with a public inbox has. It names no service: the host may soon belong to another one. */
export const noSitePage = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Not found</title>
<link rel="icon" href="data:,">
<style>${trusted(styles)}</style>
</head>
<body>
<main>
<h1>There is no page at this address</h1>
<p>Check the spelling of the address. If this domain is yours, see that it is verified and that its public inbox is on.</p>
</main>
</body>
</html>
`.markup

/** Its headers. */
export const noSiteHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(styles).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const

import { createHash } from 'node:crypto'
import { brandIcon, brandMark, type Html, html, trusted } from '@inlet/runtime'
import { styles } from './styles.ts'

/** A whole page in the product's plain style: no script, nothing loaded, readable at 320 px and in the dark. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Inlet</title>
<link rel="icon" href="${brandIcon}">
<style>${trusted(styles)}</style>
</head>
<body>
<main>
<p class="brand">${brandMark}Inlet</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.markup
}

const styleHash = createHash('sha256').update(styles).digest('base64')

/**
 * The headers of every page. Forms may be sent to ourselves and to `formTargets`: browsers apply the same rule to a redirect after a form.
 * oidc-provider adds the hash of its one script, which submits a form, to the empty `script-src`.
 */
export function pageHeaders(formTargets: string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    'script-src',
    `form-action 'self' ${formTargets.join(' ')}`.trim(),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // Not `no-referrer`: that would also remove the Origin that tells our own forms from others.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

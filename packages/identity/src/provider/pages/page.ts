import { createHash } from 'node:crypto'
import { type Html, html, trusted } from '@inlet/runtime'
import { styles } from './styles.ts'

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234338ca'/%3E%3Cpath d='M8 11l8 6 8-6M8 10h16v12H8z' fill='none' stroke='%23fff' stroke-width='2' stroke-linejoin='round'/%3E%3C/svg%3E"

const mark = trusted(
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="M8 11l8 6 8-6M8 10h16v12H8z"/></svg>',
)

/** A whole page in the product's plain style: no script, nothing loaded, readable at 320 px and in the dark. */
export function page(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Inlet</title>
<link rel="icon" href="${icon}">
<style>${trusted(styles)}</style>
</head>
<body>
<main>
<p class="brand">${mark}Inlet</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.markup
}

const styleHash = createHash('sha256').update(styles).digest('base64')

/**
 * The headers of every page. Forms may lead to `formTargets` besides ourselves: browsers hold a redirect after a form to the same rule.
 * The empty `script-src` is where oidc-provider enters the hash of its one script, which sends a form on.
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
    // Not `no-referrer`: that would also blank the Origin by which a form is known to be ours.
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}

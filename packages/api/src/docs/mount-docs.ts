import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { mountText } from '../http/mount-text.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { docsPage } from './docs-page.ts'
import { docsStyles } from './docs-styles.ts'
import { pageScript } from './page-script.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

// Only the page's own style and script are allowed, and nothing is loaded.
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(docsStyles)}`,
  `script-src ${hashOf(pageScript)}`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Mounts the reference at `/docs`, for people; `document` is called at the first request, when the server's URL is known. */
export function mountDocs(app: FastifyInstance, document: () => OpenApiDocument): void {
  mountText(app, {
    url: '/docs',
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'DENY',
    },
    make: () => docsPage(document()),
  })
}

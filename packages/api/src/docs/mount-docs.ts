import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mountText, textSender } from '../http/mount-text.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { type DocsDocuments, docsDocuments } from './docs-site.ts'
import { docsStyles } from './docs-styles.ts'
import { readGuides } from './guides/read-guides.ts'
import { pageScript } from './page-script.ts'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

// Only the pages' own style and script are allowed, and the script reads only what the find field looks through.
const policy = [
  "default-src 'none'",
  `style-src ${hashOf(docsStyles)}`,
  `script-src ${hashOf(pageScript)}`,
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
}

/** Mounts the documentation at `/docs`, for people; `document` is called at the first request, when the server's URL is known. */
export function mountDocs(app: FastifyInstance, document: () => OpenApiDocument): void {
  // Read now, so that an installation without them does not start.
  const guides = readGuides()
  let made: DocsDocuments | null = null
  const documents = () => (made ??= docsDocuments(document(), guides))
  const senders = new Map<string, ReturnType<typeof textSender>>()

  function sendPage(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
    const { pages, missing } = documents()
    const make = pages.get(path)
    if (!make) {
      return reply
        .code(404)
        .headers({ ...pageHeaders, 'Cache-Control': 'no-store' })
        .send(missing())
    }
    const send = senders.get(path) ?? textSender({ headers: pageHeaders, make })
    senders.set(path, send)
    return send(request, reply)
  }

  app.get('/docs', (request, reply) => sendPage(request, reply, '/docs'))
  app.get<{ Params: { '*': string } }>('/docs/*', (request, reply) =>
    sendPage(request, reply, `/docs/${request.params['*'].replace(/\/$/, '')}`),
  )
  mountText(app, {
    url: '/docs/find.json',
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    make: () => documents().findIndex(),
  })
}

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

interface TextRoute {
  url: string
  headers: Record<string, string>
  /** Called once, at the first request. */
  make: () => string
}

const keptSeconds = 300

/** Mounts a text that is the same for everybody as long as the process runs: no credential is looked at, and what a client has already is 304. */
export function mountText(app: FastifyInstance, { url, headers, make }: TextRoute): void {
  let made: { body: Buffer; tag: string } | null = null
  app.get(url, (request, reply) => {
    made ??= tagged(make())
    reply.headers({ ...headers, ETag: made.tag, 'Cache-Control': `public, max-age=${keptSeconds}` })
    if (hasAlready(request.headers['if-none-match'], made.tag)) return reply.code(304).send()
    return reply.send(made.body)
  })
}

function tagged(text: string): { body: Buffer; tag: string } {
  const body = Buffer.from(text)
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

/** RFC 9110 §13.1.2: a list of tags, compared weakly, or `*`. */
function hasAlready(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}

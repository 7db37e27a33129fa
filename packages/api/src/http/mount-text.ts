import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface TextRoute {
  url: string
  headers: Record<string, string>
  /** Called once, at the first request. */
  make: () => string
}

const maxAgeSeconds = 300

/** Answers a request with a text. */
type SendText = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** Mounts a text that does not change while the process runs. It needs no credential, and is 304 for a client that has it already. */
export function mountText(app: FastifyInstance, { url, ...text }: TextRoute): void {
  app.get(url, textSender(text))
}

/** Sends a text that does not change while the process runs, or 304 to a client that has it already. */
export function textSender({ headers, make }: Omit<TextRoute, 'url'>): SendText {
  let made: { body: Buffer; tag: string } | null = null
  return (request, reply) => {
    made ??= tagged(make())
    reply.headers({ ...headers, ETag: made.tag, 'Cache-Control': `public, max-age=${maxAgeSeconds}` })
    if (matchesTag(request.headers['if-none-match'], made.tag)) return reply.code(304).send()
    return reply.send(made.body)
  }
}

function tagged(text: string): { body: Buffer; tag: string } {
  const body = Buffer.from(text)
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}

/** `If-None-Match` (RFC 9110 §13.1.2): a list of tags, compared weakly, or `*`. */
function matchesTag(condition: string | undefined, tag: string): boolean {
  if (condition === undefined) return false
  return condition.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === tag)
}

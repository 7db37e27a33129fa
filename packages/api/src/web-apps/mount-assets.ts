import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { WebAsset } from './built-web-app.ts'

const yearSeconds = 31_536_000

/**
 * Mounts the files of a web app at `/assets/:name`, on every host. Their names have the hash of their contents, so that browsers keep
 * them. They are served from memory: no path of a client reaches the file system.
 */
export function mountAssets(app: FastifyInstance, assets: ReadonlyMap<string, WebAsset>): void {
  app.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
    const asset = assets.get(request.params.name)
    if (!asset) return reply.callNotFound()
    return sendAsset(request, reply, asset)
  })
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: WebAsset): FastifyReply {
  reply.headers({
    'Content-Type': asset.contentType,
    'Cache-Control': `public, max-age=${yearSeconds}, immutable`,
    Vary: 'Accept-Encoding',
  })
  for (const coding of codingsFor(request)) {
    const body = asset[coding]
    if (body) return reply.header('Content-Encoding', coding).send(body)
  }
  return reply.send(asset.identity)
}

/** The compressed forms that the client takes, smallest first (RFC 9110 §12.5.3). */
function codingsFor({ raw }: FastifyRequest): ('br' | 'gzip')[] {
  const accepted = new Set(new Negotiator(raw).encodings(['br', 'gzip']))
  return (['br', 'gzip'] as const).filter((coding) => accepted.has(coding))
}

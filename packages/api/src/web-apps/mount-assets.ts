import { AppError } from '@inlet/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { WebAsset } from './built-web-app.ts'

const yearSeconds = 31_536_000

interface AssetRoute {
  /** The folder of the files: `/assets`. */
  folder: string
  assets: ReadonlyMap<string, WebAsset>
  /** Whether the host of a request has these files. */
  isServedTo: (request: FastifyRequest) => boolean
  /** Whether pages without an origin of their own load them: a browser asks for scripts of modules in CORS mode. */
  isForSandboxes?: boolean
}

/**
 * Mounts the files of a web app at `/:name` in a folder. Their names have the hash of their contents, so that browsers keep them. They are
 * served from memory: no path of a client reaches the file system.
 */
export function mountAssets(
  app: FastifyInstance,
  { folder, assets, isServedTo, isForSandboxes = false }: AssetRoute,
): void {
  app.get<{ Params: { name: string } }>(`${folder}/:name`, (request, reply) => {
    if (!isServedTo(request)) return reply.callNotFound()
    const asset = assets.get(request.params.name)
    if (!asset) throw new AppError('NOT_FOUND', 'No such file')
    if (isForSandboxes) reply.header('Access-Control-Allow-Origin', '*')
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

import type { ServerResponse } from 'node:http'
import { AppError } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'

/** Requests on their way at shutdown have this long; the whole shutdown stays under ten seconds. */
const drainMs = 6_000

/**
 * Lets a closing server answer what it has begun, held calls above all, before it cuts its connections. What still comes in over an open
 * connection is SERVICE_UNAVAILABLE.
 */
export function drainRequests(app: FastifyInstance): void {
  const inFlight = new Set<ServerResponse>()
  let isClosing = false
  let drained = () => {}

  app.addHook('onRequest', async (_request, reply) => {
    inFlight.add(reply.raw)
    // Unlike the hook onResponse this also comes when the client has hung up.
    reply.raw.once('close', () => {
      inFlight.delete(reply.raw)
      if (inFlight.size === 0) drained()
    })
    if (isClosing) throw new AppError('SERVICE_UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 2 })
  })
  app.addHook('preClose', async () => {
    isClosing = true
    if (inFlight.size === 0) return
    await new Promise<void>((resolve) => {
      const limit = setTimeout(resolve, drainMs)
      drained = () => {
        clearTimeout(limit)
        resolve()
      }
    })
  })
}

import type { ServerResponse } from 'node:http'
import { AppError } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'

/** Requests on their way at shutdown have this long; the whole shutdown stays under ten seconds. */
const drainMs = 6_000

/**
 * Lets a closing server answer what it has begun, held calls above all, before it cuts its connections. What still comes in over an open
 * connection is SERVICE_UNAVAILABLE. `open` are the responses on their way.
 * @returns what a request has to pass first; it throws once the server is closing
 */
export function drainRequests(app: FastifyInstance, open: ReadonlySet<ServerResponse>): () => void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    await closedOrLate(open)
  })
  return () => {
    if (isClosing) throw new AppError('SERVICE_UNAVAILABLE', 'The server is shutting down', { retryAfterSeconds: 2 })
  }
}

function closedOrLate(open: ReadonlySet<ServerResponse>): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, drainMs)
    const resolveWhenEmpty = () => {
      if (open.size === 0) {
        clearTimeout(limit)
        resolve()
        return
      }
      // Pipelined requests may have come up meanwhile: look again.
      const [next] = open
      next?.once('close', resolveWhenEmpty)
    }
    resolveWhenEmpty()
  })
}

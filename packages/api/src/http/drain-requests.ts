import type { ServerResponse } from 'node:http'
import { AppError } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'

/** Requests in progress at shutdown have this long; the whole shutdown stays under ten seconds. */
const drainMs = 6_000

/**
 * Lets a closing server finish the requests in progress, long polls above all, before it closes their connections. A request that arrives
 * on an open connection after that is SERVICE_UNAVAILABLE. `open` holds the responses in progress.
 * @returns a check to be made at the start of each request; it throws once the server is closing
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
      // Pipelined requests may have started meanwhile: check again.
      const [next] = open
      next?.once('close', resolveWhenEmpty)
    }
    resolveWhenEmpty()
  })
}

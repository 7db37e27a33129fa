import type { ServerResponse } from 'node:http'

const sweepMs = 1_000
/** The slowest rate that a client may read at: 10 kB a second. */
const leastBytesPerMs = 10

/**
 * Closes the connection of a client that reads none of its response for `answerMs`, or all of it too slowly.
 * `open` holds the responses in progress. @returns a function that ends this
 */
export function cutSlowReaders(open: ReadonlySet<ServerResponse>, answerMs: number): () => void {
  const dueAt = new WeakMap<ServerResponse, number>()

  function check(response: ServerResponse): void {
    const { socket, headersSent } = response
    if (!socket || !headersSent) return
    const now = performance.now()
    const due = dueAt.get(response)
    if (due !== undefined) {
      if (now > due) socket.destroy()
      return
    }
    // Not the Content-Length: `getHeader` does not know of heads that Fastify writes.
    // Until its last byte is sent, a response counts whole.
    dueAt.set(response, now + answerMs + response.writableLength / leastBytesPerMs)
    // Node notices whether the kernel accepted anything; without a listener, a time-out destroys the socket.
    socket.setTimeout(answerMs)
    // Before Node's own listener, which sets the time-out of an idle connection.
    response.prependOnceListener('finish', () => socket.setTimeout(0))
  }

  const sweep = setInterval(() => open.forEach(check), sweepMs).unref()
  return () => clearInterval(sweep)
}

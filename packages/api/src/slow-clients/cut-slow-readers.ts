import type { ServerResponse } from 'node:http'

const sweepMs = 1_000
/** The slowest line that is served: 10 kB a second. */
const leastBytesPerMs = 10

/**
 * Cuts the connection of a client that does not take its answer: nothing of it in `answerMs`, or all of it too slowly.
 * `open` are the responses on their way. @returns what ends the watch
 */
export function cutSlowReaders(open: ReadonlySet<ServerResponse>, answerMs: number): () => void {
  const dueAt = new WeakMap<ServerResponse, number>()

  function judge(response: ServerResponse): void {
    const { socket, headersSent } = response
    if (!socket || !headersSent) return
    const now = performance.now()
    const due = dueAt.get(response)
    if (due !== undefined) {
      if (now > due) socket.destroy()
      return
    }
    // What waits, whole until its last byte has gone; Fastify writes heads that `getHeader` knows nothing of.
    dueAt.set(response, now + answerMs + response.writableLength / leastBytesPerMs)
    // Node sees whether the kernel took anything, and destroys a socket whose time-out nobody listens to.
    socket.setTimeout(answerMs)
    // Before Node's own listener, which sets the time-out of an idle connection.
    response.prependOnceListener('finish', () => socket.setTimeout(0))
  }

  const sweep = setInterval(() => open.forEach(judge), sweepMs).unref()
  return () => clearInterval(sweep)
}

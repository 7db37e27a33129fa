import type { ServerResponse } from 'node:http'

const sweepMs = 1_000
/** The slowest rate that a client may read at: 10 kB a second. */
const leastBytesPerMs = 10

/** A response when it was first looked at. */
interface Begun {
  at: number
  /** What was not sent yet. */
  bytes: number
  /** What the connection had been given, of all responses. */
  writtenBefore: number
}

/**
 * Closes the connection of a client that reads none of its response for `answerMs`, or all of it too slowly.
 * `open` holds the responses in progress, `untimed` those that may take any time. @returns a function that ends this
 */
export function cutSlowReaders(
  { open, untimed }: { open: ReadonlySet<ServerResponse>; untimed: WeakSet<ServerResponse> },
  answerMs: number,
): () => void {
  const begun = new WeakMap<ServerResponse, Begun>()

  function check(response: ServerResponse): void {
    const { socket, headersSent } = response
    if (!socket || !headersSent || untimed.has(response)) return
    const now = performance.now()
    const known = begun.get(response)
    if (known) {
      // A streamed response has become longer since: what the client took made room for more.
      const bytes = known.bytes + socket.bytesWritten - known.writtenBefore
      if (now > known.at + answerMs + bytes / leastBytesPerMs) socket.destroy()
      return
    }
    // Not the Content-Length: `getHeader` does not know of heads that Fastify writes.
    // Until its last byte is sent, a response counts whole.
    begun.set(response, { at: now, bytes: response.writableLength, writtenBefore: socket.bytesWritten })
    // Node notices whether the kernel accepted anything; without a listener, a time-out destroys the socket.
    socket.setTimeout(answerMs)
    // Before Node's own listener, which sets the time-out of an idle connection.
    response.prependOnceListener('finish', () => socket.setTimeout(0))
  }

  const sweep = setInterval(() => open.forEach(check), sweepMs).unref()
  return () => clearInterval(sweep)
}

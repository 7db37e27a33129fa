import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the range that systems use for port 0 and for outgoing connections (from 49152 by RFC 6335 §6, from 32768 on Linux), and below
 * MongoDB's own 27017: the system does not give such a port to another program while it is free.
 */
const lowest = 20_000
const beyondHighest = 27_000
const tries = 100

/** A port of 127.0.0.1 that was free a moment ago; another program may still take it first. @throws Error where none is found */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const port = randomInt(lowest, beyondHighest)
    if (await isPortFree(port)) return port
  }
  throw new Error(`No free port of 127.0.0.1 was found from ${lowest} to ${beyondHighest - 1}`)
}

/** Whether this port of 127.0.0.1 is free right now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host: '127.0.0.1', port }, () => void server.close(() => resolve(true)))
  })
}

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below what systems give away by themselves, to whoever listens on port 0 and to every connection that goes out (RFC 6335 §6 has that
 * begin at 49152, Linux at 32768), and below MongoDB's own 27017: a port from here is not taken by chance while nobody listens on it.
 */
const lowest = 20_000
const beyondHighest = 27_000
const drawLimit = 100

/** A port of 127.0.0.1 that was free a moment ago; who uses it must expect to lose the race for it. @throws where none is found */
export async function findFreePort(): Promise<number> {
  for (let draws = 0; draws < drawLimit; draws += 1) {
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

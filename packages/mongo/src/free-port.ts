import { createServer } from 'node:net'

/**
 * A port of 127.0.0.1 that was free a moment ago, chosen by the system; who uses it must expect to lose the race for
 * it.
 */
export function findFreePort(): Promise<number> {
  return tryPort(0).then((port) => {
    if (port === null) throw new Error('The system has no free port')
    return port
  })
}

/** Whether this port of 127.0.0.1 is free right now. */
export const isPortFree = async (port: number) => (await tryPort(port)) !== null

function tryPort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ host: '127.0.0.1', port: wanted }, () => {
      const bound = server.address()
      server.close(() => resolve(bound !== null && typeof bound === 'object' ? bound.port : null))
    })
  })
}

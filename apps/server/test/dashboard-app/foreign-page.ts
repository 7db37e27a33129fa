import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A page of a host that is nobody's of this installation, on this machine. A page that the test itself puts into the browser would be refused
 * for another reason: it is on no local network.
 */
export async function foreignPage(body: string) {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Foreign</title><link rel="icon" href="data:,">${body}`)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    origin: `http://evil.localhost:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}

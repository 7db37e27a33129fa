import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** A server on a port of 127.0.0.1 (0: any free one) that accepts every connection and never sends anything. */
export async function muteListener(port = 0): Promise<AsyncDisposable & { port: number }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The listener has no port')
  return {
    port: address.port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

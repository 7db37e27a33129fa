import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

const headEnd = '\r\n\r\n'
const bodyLength = /\r\ncontent-length: (\d+)\r\n/i
const answer = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')

/** A receiver of webhooks on loopback that answers every call with 204 as soon as it has its last byte. */
export interface ConstantReceiver extends AsyncDisposable {
  port: number
  url(kind: 'healthy', endpoint: number): string
}

/**
 * Starts the receiver; `note` gets the body of each call before it is answered. It is no HTTP server of Node: that would cost a call as much
 * as the sender's side of it, and so measure itself.
 */
export async function startConstantReceiver(note?: (body: string) => void): Promise<ConstantReceiver> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    answerCalls(socket, note)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  return {
    port,
    url: (_kind, endpoint) => `http://127.0.0.1:${port}/${endpoint}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** One call at a time comes over a connection, so what follows its body is the next one. */
function answerCalls(socket: Socket, note?: (body: string) => void): void {
  let head = ''
  let body = ''
  let bodyLeft = 0
  socket.on('data', (bytes: Buffer) => {
    if (bodyLeft > 0) {
      bodyLeft -= bytes.length
      if (note) body += bytes.toString('utf8')
    } else {
      head += bytes.toString('latin1')
      const end = head.indexOf(headEnd)
      if (end < 0) return
      const length = Number(bodyLength.exec(head.slice(0, end + 2))?.[1] ?? 0)
      body = head.slice(end + headEnd.length)
      bodyLeft = length - body.length
      head = ''
    }
    if (bodyLeft > 0) return
    note?.(body)
    socket.write(answer)
  })
}

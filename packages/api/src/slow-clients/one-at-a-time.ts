import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests a connection may send ahead of their answers (pipelining, RFC 9112 §9.3.2); one that sends more is cut. */
const maxAhead = 32

/**
 * Hands on a connection's next request only when the answer before it has been taken. Node parses all requests of a packet at once,
 * so that 64 KiB would otherwise make hundreds of answers, for a client that reads none.
 */
export function oneAtATime(handle: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>()
  return (request, response) => {
    // Node gives a response its socket when its turn has come.
    if (response.socket) {
      handle(request, response)
      return
    }
    const { socket } = request
    const waiting = ahead.get(socket) ?? 0
    if (waiting >= maxAhead) {
      socket.destroy()
      return
    }
    ahead.set(socket, waiting + 1)
    response.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
      handle(request, response)
    })
  }
}

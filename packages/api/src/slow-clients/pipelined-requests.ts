import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests a connection may send ahead of their responses (pipelining, RFC 9112 §9.3.2); with more it is closed. */
const maxAhead = 32

/**
 * Handles a connection's next request only after the response before it was read. Node parses all requests of a packet at once, so that
 * 64 KiB would otherwise cause hundreds of responses for a client that reads none.
 */
export function limitPipelining(handle: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>()
  return (request, response) => {
    // Node assigns the socket to a response when it is next to be sent.
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

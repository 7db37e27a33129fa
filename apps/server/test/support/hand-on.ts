import { createServer, type IncomingMessage, type RequestListener, request, type ServerResponse } from 'node:http'

interface Exchange {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

/**
 * Hands a request on to a server on loopback, and its answer back.
 * @param losesAnswer the server answers, and the client's connection is cut in place of that
 */
export function handOn(
  { incoming, outgoing }: Exchange,
  { port, path, losesAnswer = false }: { port: number; path: string; losesAnswer?: boolean },
): void {
  const { method, headers } = incoming
  const onward = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
    if (losesAnswer) return void answer.resume().once('end', () => outgoing.destroy())
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(outgoing)
  })
  onward.once('error', () => outgoing.destroy())
  outgoing.once('close', () => onward.destroy())
  incoming.pipe(onward)
}

/** A server of a test on a port of its own, on loopback. */
export async function listenOnLoopback(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    server,
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

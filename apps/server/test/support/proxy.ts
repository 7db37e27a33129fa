import { createServer, request } from 'node:http'

/** A proxy that hands what is below a path to a server, without that path. Its URL is known before the server has a port. */
export async function startProxy(prefix = '') {
  let target = 0
  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? ''
    if (!path.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end()
    const { method, headers } = incoming
    const onward = request({ port: target, host: '127.0.0.1', path: path.slice(prefix.length), method, headers })
    onward.once('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.once('error', () => outgoing.destroy())
    outgoing.once('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}${prefix}`,
    leadTo: (port: number) => {
      target = port
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

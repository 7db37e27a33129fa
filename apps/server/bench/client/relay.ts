import { connect, createServer } from 'node:net'
import { z } from 'zod'

/** On the clock of the whole machine: what `performance.now()` counts from is the start of each process. */
const nowMs = () => Number(process.hrtime.bigint()) / 1e6

/**
 * Passes connections on to a server, in a process of its own, and answers every later message with the time at which the server's last
 * bytes came. The process that waits cannot tell that time: it may be busy when they come.
 */
function relayTo(port: number): void {
  let lastByteMs = 0
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', noDelay: true })
    client.on('error', () => upstream.destroy()).pipe(upstream)
    upstream.on('error', () => client.destroy())
    upstream.on('data', () => {
      lastByteMs = nowMs()
    })
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1', () => {
    const address = z.object({ port: z.number() }).parse(server.address())
    process.on('message', () => process.send?.(lastByteMs))
    process.send?.(address.port)
  })
}

process.once('message', (order) => relayTo(z.object({ port: z.number() }).parse(order).port))

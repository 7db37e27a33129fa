import { createServer, request } from 'node:http'

/** What a proxy does with a call instead of handing it on; `lose` hands it on, and loses the answer. */
type Fault = 'reset' | 'lose' | { status: number; headers?: Record<string, string>; body?: string }

/** A proxy in front of a server on loopback that fails the next calls, as networks and balancers do. */
export async function failingProxy(port: number) {
  const faults: Fault[] = []
  const calls: string[] = []
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url: path = '' } = incoming
    calls.push(`${method} ${path}`)
    const fault = faults.shift()
    if (fault === 'reset') return void outgoing.destroy()
    if (fault && fault !== 'lose') return void outgoing.writeHead(fault.status, fault.headers).end(fault.body)
    const onward = request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
      if (fault === 'lose') return void answer.resume().once('end', () => outgoing.destroy())
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
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** Method and path of each call, in order. */
    calls,
    failNext: (...next: Fault[]) => void faults.push(...next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

import { handOn, listenOnLoopback } from './hand-on.ts'

/** What a proxy does with a call instead of handing it on; `lose` hands it on, and loses the answer. */
type Error = 'reset' | 'lose' | { status: number; headers?: Record<string, string>; body?: string }

/** A proxy in front of a server on loopback that fails the next calls, as networks and balancers do. */
export async function failingProxy(port: number) {
  const errors: Error[] = []
  const calls: string[] = []
  const { origin, [Symbol.asyncDispose]: stop } = await listenOnLoopback((incoming, outgoing) => {
    const { method, url: path = '' } = incoming
    calls.push(`${method} ${path}`)
    const error = errors.shift()
    if (error === 'reset') return void outgoing.destroy()
    if (error && error !== 'lose') return void outgoing.writeHead(error.status, error.headers).end(error.body)
    handOn({ incoming, outgoing }, { port, path, losesAnswer: error === 'lose' })
  })
  return {
    url: origin,
    /** Method and path of each call, in order. */
    calls,
    failNext: (...next: Error[]) => void errors.push(...next),
    [Symbol.asyncDispose]: stop,
  }
}

import { handOn, listenOnLoopback } from './hand-on.ts'

/** What a proxy does with a call instead of handing it on; `lose` hands it on, and loses the answer. */
type Fault = 'reset' | 'lose' | { status: number; headers?: Record<string, string>; body?: string }

/** A proxy in front of a server on loopback that fails the next calls, as networks and balancers do. */
export async function failingProxy(port: number) {
  const faults: Fault[] = []
  const calls: string[] = []
  const { origin, [Symbol.asyncDispose]: stop } = await listenOnLoopback((incoming, outgoing) => {
    const { method, url: path = '' } = incoming
    calls.push(`${method} ${path}`)
    const fault = faults.shift()
    if (fault === 'reset') return void outgoing.destroy()
    if (fault && fault !== 'lose') return void outgoing.writeHead(fault.status, fault.headers).end(fault.body)
    handOn({ incoming, outgoing }, { port, path, losesAnswer: fault === 'lose' })
  })
  return {
    url: origin,
    /** Method and path of each call, in order. */
    calls,
    failNext: (...next: Fault[]) => void faults.push(...next),
    [Symbol.asyncDispose]: stop,
  }
}

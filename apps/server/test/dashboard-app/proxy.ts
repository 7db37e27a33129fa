import { handOn, listenOnLoopback } from '../support/hand-on.ts'

/** A proxy that hands what is below a path to a server, without that path. Its URL is known before the server has a port. */
export async function startProxy(prefix = '') {
  let port = 0
  const { origin, [Symbol.asyncDispose]: stop } = await listenOnLoopback((incoming, outgoing) => {
    const path = incoming.url ?? ''
    if (!path.startsWith(`${prefix}/`)) return void outgoing.writeHead(404).end()
    handOn({ incoming, outgoing }, { port, path: path.slice(prefix.length) })
  })
  return {
    url: `${origin}${prefix}`,
    leadTo: (target: number) => {
      port = target
    },
    [Symbol.asyncDispose]: stop,
  }
}

import type { WebhookTargets } from '@inlet/core'
import type { buildConnector } from 'undici'
import type { ResolveHost } from './resolve-host.ts'

/** An address of the host may not be connected to. */
export class BlockedAddress extends Error {
  override name = 'BlockedAddress'
}

interface GuardNeeds {
  targets: WebhookTargets
  resolve: ResolveHost
  /** Opens a connection: undici's own connector, or a double of it. */
  connect: buildConnector.connector
}

/**
 * A connector of undici that connects to checked addresses only: the host is resolved here, every one of its addresses must be allowed, and
 * the connection goes to one of these addresses, so that a second answer of the DNS cannot lead elsewhere. Certificates are checked
 * against the host's name.
 */
export function guardedConnector({ targets, resolve, connect }: GuardNeeds): buildConnector.connector {
  return (options, callback) => {
    const done: buildConnector.Callback = callback
    resolve(options.hostname)
      .then((addresses) => {
        const url = { protocol: options.protocol, port: options.port }
        if (!addresses.every((address) => targets.mayConnect(url, address))) {
          throw new BlockedAddress('An address of the host is not public')
        }
        connectToFirst(connect, options, { addresses, callback: done })
      })
      .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null))
  }
}

/** Tries the addresses in their order until one answers. */
function connectToFirst(
  connect: buildConnector.connector,
  options: buildConnector.Options,
  { addresses, callback }: { addresses: string[]; callback: buildConnector.Callback },
): void {
  const [hostname, ...others] = addresses
  if (hostname === undefined) return callback(new Error('No address answers'), null)
  connect({ ...options, hostname, servername: options.servername || serverName(options.hostname) }, (...result) => {
    const [error] = result
    if (error && others.length > 0) return connectToFirst(connect, options, { addresses: others, callback })
    callback(...result)
  })
}

/** For TLS; an address has none. */
const serverName = (hostname: string) => (/^[\d.]+$|:/.test(hostname) ? '' : hostname)

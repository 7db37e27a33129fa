import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'

/** All IP addresses of a host; of an address itself that one. @throws DnsError where there is none */
export type ResolveHost = (hostname: string) => Promise<string[]>

/** A name has no address, or no name server said one. */
export class DnsError extends Error {
  override name = 'DnsError'
}

/** Two tries of this time each: a call may take fifteen seconds in all. */
const serverTimeoutMs = 2_000
const serverTries = 2

/**
 * Makes a resolver over `servers` (`ip` or `ip:port`; empty: the system's). It asks the name servers itself: the system's `getaddrinfo` would
 * hold one of the process's four file threads for each name whose server does not answer. `localhost` is this machine (RFC 6761 §6.3).
 */
export function hostResolver(servers: string[]): ResolveHost {
  const resolver = new Resolver({ timeout: serverTimeoutMs, tries: serverTries })
  if (servers.length > 0) resolver.setServers(servers)
  return async (hostname) => {
    const literal = hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0) return [literal]
    if (/(?:^|\.)localhost\.?$/.test(hostname)) return ['127.0.0.1', '::1']
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = found.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw new DnsError('The name has no address')
    return addresses
  }
}

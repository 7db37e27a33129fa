import { isIPv6 } from 'node:net'
import { canonicalIp } from './canonical-ip.ts'

/**
 * The key of a client for limits: the IPv4 address, or the /64 network of an IPv6 address, which belongs to one subscriber. A text that
 * is not an address is its own key.
 */
export function addressBlock(ip: string): string {
  return blockOf(ip, 64)
}

/** The same with the /48 network of an IPv6 address: one subscriber may have a whole one, with 65,536 of the others. */
export function addressNetwork(ip: string): string {
  return blockOf(ip, 48)
}

/** How many times the limit of a client its IPv6 /48 has, all its clients together. */
const networkFactor = 8

/** The limit of one key. */
export interface ClientLimit {
  key: string
  limit: number
}

/** The limits of a client's tries: its own first, then that of its network, where that is another. */
export function clientLimits(ip: string, limit: number): ClientLimit[] {
  const [client, network] = [addressBlock(ip), addressNetwork(ip)]
  const own = { key: client, limit }
  return client === network ? [own] : [own, { key: network, limit: limit * networkFactor }]
}

function blockOf(ip: string, bits: 48 | 64): string {
  const canonical = canonicalIp(ip)
  if (!canonical.includes(':') || !isIPv6(canonical)) return canonical
  return `${groupsOf(canonical)
    .slice(0, bits / 16)
    .join(':')}::/${bits}`
}

function groupsOf(canonical: string): string[] {
  const [front = [], back = []] = canonical.split('::').map((side) => side.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back]
}

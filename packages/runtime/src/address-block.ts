import { isIPv6 } from 'node:net'
import { canonicalIp } from './canonical-ip.ts'

/**
 * The key of a client for limits: the IPv4 address, or the /64 network of an IPv6 address, which belongs to one subscriber. A text that
 * is not an address is its own key.
 */
export function addressBlock(ip: string): string {
  const canonical = canonicalIp(ip)
  return canonical.includes(':') && isIPv6(canonical) ? `${firstGroups(canonical).join(':')}::/64` : canonical
}

function firstGroups(canonical: string): string[] {
  const [front = [], back = []] = canonical.split('::').map((side) => side.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - front.length - back.length }, () => '0')
  return [...front, ...zeros, ...back].slice(0, 4)
}

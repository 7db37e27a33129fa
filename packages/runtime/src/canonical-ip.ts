import { isIPv6 } from 'node:net'

const mappedPrefix = '::ffff:'

/**
 * The canonical text of an IP address: IPv6 as in RFC 5952, without a zone; an IPv4-mapped address as its IPv4 address. Any text that is
 * not an IPv6 address is returned unchanged.
 */
export function canonicalIp(ip: string): string {
  if (!ip.includes(':')) return ip
  const bare = ip.split('%')[0] ?? ''
  if (!isIPv6(bare)) return ip

  // A URL normalises every spelling of an address, dotted ends included.
  const canonical = URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) ?? ip
  return canonical.startsWith(mappedPrefix) ? (mappedIpv4(canonical) ?? canonical) : canonical
}

function mappedIpv4(canonical: string): string | null {
  const [high, low, ...more] = canonical.slice(mappedPrefix.length).split(':')
  // `::ffff:1:2:3` begins the same, but is not a mapped address.
  if (high === undefined || low === undefined || more.length > 0) return null
  return [high, low].flatMap(bytesOf).join('.')
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

import { isIPv6 } from 'node:net'

const mappedPrefix = '::ffff:'

/**
 * The one spelling of an IP address: IPv6 as RFC 5952 writes it, without a zone; an IPv4-mapped address as the IPv4 address that it
 * carries. What is no IPv6 address comes back as it is.
 */
export function canonicalIp(ip: string): string {
  if (!ip.includes(':')) return ip
  const bare = ip.split('%')[0] ?? ''
  if (!isIPv6(bare)) return ip

  // A URL writes every spelling of an address in the same one, dotted ends included.
  const canonical = URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) ?? ip
  return canonical.startsWith(mappedPrefix) ? (mappedIpv4(canonical) ?? canonical) : canonical
}

function mappedIpv4(canonical: string): string | null {
  const [high, low, ...more] = canonical.slice(mappedPrefix.length).split(':')
  // `::ffff:1:2:3` begins alike, but is an address of its own.
  if (high === undefined || low === undefined || more.length > 0) return null
  return [high, low].flatMap(bytesOf).join('.')
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

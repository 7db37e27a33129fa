import { isIPv6 } from 'node:net'

/** What counts as one client: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has to himself. */
export function addressBlock(ip: string): string {
  const bare = ip.split('%')[0] ?? ''
  // A URL writes every spelling of an address in the same one (RFC 5952), dotted ends included.
  const canonical = isIPv6(bare) ? URL.parse(`http://[${bare}]`)?.hostname.slice(1, -1) : null
  if (!canonical) return ip

  const groups = groupsOf(canonical)
  const isIpv4Mapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isIpv4Mapped ? groups.slice(6).flatMap(bytesOf).join('.') : `${groups.slice(0, 4).join(':')}::/64`
}

function groupsOf(canonical: string): string[] {
  const [front = [], back = []] = canonical.split('::').map((side) => side.split(':').filter((group) => group !== ''))
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => '0'), ...back]
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}

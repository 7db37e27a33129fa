import { BlockList, isIP } from 'node:net'
import { canonicalIp } from './canonical-ip.ts'

/** Whether an IP address is in a list. */
export type IpList = (ip: string) => boolean

/**
 * A list of IP addresses from entries like `10.0.0.0/8`, `2001:db8::/32` or `192.0.2.7` (RFC 4632, RFC 4291 §2.3).
 * An IPv4 entry also covers the IPv4-mapped form. A text that is not an address is in no list.
 * @throws RangeError that names an invalid entry
 */
export function ipList(entries: readonly string[]): IpList {
  const blocks = new BlockList()
  for (const entry of entries) addEntry(blocks, entry)
  if (entries.length === 0) return () => false

  return (ip) => {
    const canonical = canonicalIp(ip)
    const family = familyOf(canonical)
    return family !== null && blocks.check(canonical, family)
  }
}

function addEntry(blocks: BlockList, entry: string): void {
  const [written = '', prefix, ...more] = entry.split('/')
  const address = canonicalIp(written)
  const family = familyOf(address)
  const addressBits = family === 'ipv4' ? 32 : 128
  // The first 96 bits of a mapped network are the mapping, not the IPv4 network.
  const mappingBits = family !== familyOf(written) ? 96 : 0
  const bits = prefix === undefined ? addressBits : Number(prefix) - mappingBits
  const isWritten = prefix === undefined || /^\d{1,3}$/.test(prefix)
  if (family === null || written.includes('%') || more.length > 0 || !isWritten || bits < 0 || bits > addressBits) {
    throw new RangeError(`Not an IP address or network in CIDR notation: ${entry}`)
  }
  blocks.addSubnet(address, bits, family)
}

function familyOf(ip: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(ip)
  if (version === 0) return null
  return version === 4 ? 'ipv4' : 'ipv6'
}

import ipaddr from 'ipaddr.js'

/**
 * The client's address if it is a public unicast one, without an IPv4-mapped prefix; else null: SPF
 * says nothing about loopback and private networks.
 */
export function publicClient(clientIp: string): string | null {
  if (!ipaddr.isValid(clientIp)) return null
  const address = ipaddr.process(clientIp)
  return address.range() === 'unicast' ? address.toString() : null
}

import ipaddr from 'ipaddr.js'

/** Where an installation may send events to. Pure: it resolves no name and opens no connection. */
export interface WebhookTargets {
  /** Why events cannot be sent to this URL, in public words; null where they can, if every address of its name may be connected to. */
  errorOf(url: string): string | null
  /** Whether a call of this URL may connect to this address, the one that its name was resolved to. */
  mayConnect(url: Pick<URL, 'protocol' | 'port'>, ip: string): boolean
}

type Address = ipaddr.IPv4 | ipaddr.IPv6

const publicPorts = new Set(['', '443', '8443', '80'])

/** What the internet routes to single hosts: everything else in IPv6 is local, or embeds an IPv4 address. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Public by its number, and answered by the host of every virtual machine in Azure: among others with the machine's secrets. */
const azureHost = '168.63.129.16'

/**
 * The rule of the contract's section 10: https on a usual port to public hosts only, and whatever the operator lists in `privateRanges`
 * (addresses or CIDRs), where http and any port are allowed too. @throws Error for an entry that is neither
 */
export function webhookTargets(privateRanges: readonly string[]): WebhookTargets {
  const ranges = privateRanges.map(parseRange)
  const isListed = (address: Address) =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match([network, bits]))

  return {
    errorOf(text) {
      // Parsing leaves out white space and control characters: a URL is stored as it is read.
      const url = /[\s\p{Cc}]/u.test(text) ? null : URL.parse(text)
      if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return 'expected a complete https:// URL'
      if (url.username !== '' || url.password !== '') return 'The URL must have neither user name nor password'
      const literal = parseAddress(url.hostname)
      if (literal) return this.mayConnect(url, literal.toString()) ? null : literalError(url, literal)
      // What the name resolves to is known at each attempt only, and decides there.
      return ranges.length > 0 ? null : publicError(url)
    },
    mayConnect(url, ip) {
      const address = parseAddress(ip)
      if (!address) return false
      return isListed(address) || (isPublic(address) && publicError(url) === null)
    },
  }
}

function literalError(url: Pick<URL, 'protocol' | 'port'>, literal: Address): string {
  return publicError(url) ?? `${literal.toString()} is not a public address`
}

function publicError({ protocol, port }: Pick<URL, 'protocol' | 'port'>): string | null {
  if (protocol !== 'https:') return 'The URL must begin with https://'
  return publicPorts.has(port) ? null : 'The port must be 443, 8443 or 80'
}

/** IPv4 addresses in an IPv6 form (mapped, compatible, NAT64, 6to4, Teredo) are refused whatever they embed. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast' || address.toString() === azureHost) return false
  return address.kind() === 'ipv4' || address.match(globalIpv6)
}

/** A URL's host is canonical: other spellings of an IPv4 address are decimal in it, and IPv6 stands in brackets. */
function parseAddress(host: string): Address | null {
  const text = host.replace(/^\[|\]$/g, '')
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  return ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : null
}

function parseRange(entry: string): [Address, number] {
  if (entry.includes('/')) return ipaddr.parseCIDR(entry)
  const address = ipaddr.parse(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

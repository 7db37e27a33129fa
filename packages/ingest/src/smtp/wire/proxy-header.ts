import { canonicalIp } from '@inlet/runtime'
import { type ProxyHeader, parseProxyLine, proxyLineBytesMax } from './proxy-line.ts'

/** Version 2 (section 2.2 of the specification): signature, version and command, family and transport, length; then the addresses. */
const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const headBytes = 16
const commands = { local: 0x20, proxy: 0x21 }
/** Addresses and TLVs; what balancers send is below a tenth of it. */
const lengthMax = 4_096
/** Where the source address stands, and how long both addresses and ports are. Datagrams carry no SMTP. */
const families = {
  unspecified: { code: 0x00, sourceBytes: 0, addressesBytes: 0 },
  ipv4: { code: 0x11, sourceBytes: 4, addressesBytes: 12 },
  ipv6: { code: 0x21, sourceBytes: 16, addressesBytes: 36 },
  unix: { code: 0x31, sourceBytes: 0, addressesBytes: 216 },
}

/**
 * Reads the header that a balancer puts before a connection: PROXY protocol version 1 (a line) or 2 (binary), as HAProxy specifies
 * them. Takes bytes as they come, says `invalid` at the first one that no header can have, and keeps some 4 KiB at most.
 * One for each connection; not to be called again once it has answered other than `more`. `rest` is what follows the header.
 */
export class ProxyHeaderReader {
  #seen: Buffer = Buffer.alloc(0)

  read(chunk: Buffer): 'more' | 'invalid' | { clientIp: string | null; rest: Buffer } {
    const before = this.#seen.length
    this.#seen = Buffer.concat([this.#seen, chunk.subarray(0, headBytes + lengthMax - before)])
    const header = this.#seen[0] === signature[0] ? parseBinary(this.#seen) : parseLine(this.#seen)
    if (header === 'more' || header === 'invalid') return header

    return { clientIp: header.clientIp, rest: chunk.subarray(header.bytes - before) }
  }
}

function parseLine(seen: Buffer): ProxyHeader | 'more' | 'invalid' {
  return parseProxyLine(seen.toString('latin1', 0, proxyLineBytesMax))
}

function parseBinary(seen: Buffer): ProxyHeader | 'more' | 'invalid' {
  if (!signature.subarray(0, seen.length).equals(seen.subarray(0, signature.length))) return 'invalid'

  const [command, familyCode] = seen.subarray(signature.length)
  if (command === undefined) return 'more'
  const isLocal = command === commands.local
  if (!isLocal && command !== commands.proxy) return 'invalid'
  if (familyCode === undefined) return 'more'
  // Section 2.2: of a LOCAL header the family and all that follows is to be ignored.
  const code = isLocal ? families.unspecified.code : familyCode
  const family = Object.values(families).find((known) => known.code === code)
  if (!family) return 'invalid'

  // The length's first byte alone can be too much.
  const lengthBytes = seen.subarray(signature.length + 2, headBytes)
  const length = lengthBytes.length === 2 ? lengthBytes.readUInt16BE() : (lengthBytes[0] ?? 0) << 8
  if (length > lengthMax) return 'invalid'
  if (lengthBytes.length < 2) return 'more'
  if (length < family.addressesBytes) return 'invalid'
  if (seen.length < headBytes + length) return 'more'
  return { clientIp: written(seen.subarray(headBytes, headBytes + family.sourceBytes)), bytes: headBytes + length }
}

function written(address: Buffer): string | null {
  if (address.length === 0) return null
  if (address.length === families.ipv4.sourceBytes) return address.join('.')
  return canonicalIp((address.toString('hex').match(/.{4}/g) ?? []).join(':'))
}

import { isIPv4, isIPv6 } from 'node:net'
import { canonicalIp } from '@inlet/runtime'

/** `clientIp` is null where the balancer connects for itself or does not know the client: then the socket's address counts. */
type ProxyHeader = { clientIp: string | null; bytes: number }

/** Version 2 (section 2.2 of the specification): signature, version and command, family and transport, length; then the addresses. */
const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const headBytes = 16
const commands = { local: 0x20, proxy: 0x21 }
/** Addresses and TLVs; balancers send less than a tenth of it. */
const lengthMax = 4_096
/** The length of the source address, which comes first, and of both addresses and ports. No datagrams: SMTP does not use them. */
const families = {
  unspecified: { code: 0x00, sourceBytes: 0, addressesBytes: 0 },
  ipv4: { code: 0x11, sourceBytes: 4, addressesBytes: 12 },
  ipv6: { code: 0x21, sourceBytes: 16, addressesBytes: 36 },
  unix: { code: 0x31, sourceBytes: 0, addressesBytes: 216 },
}

/**
 * Reads the header that a balancer sends first on a connection: PROXY protocol version 1 (a line) or 2 (binary), as HAProxy specifies
 * them. Reads bytes as they come, returns `invalid` at the first byte that no header can have, and keeps at most some 4 KiB. One reader
 * per connection; it must not be called again after a result other than `more`. `rest`: the bytes behind the header.
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

  // The first byte of the length can be too large by itself.
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

/** The longest line of version 1, its CRLF included. */
const proxyLineBytesMax = 107

type Field = { isWhole: (text: string) => boolean; isBegun: (text: string) => boolean }

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4Begun = new RegExp(`^(?:${octet}\\.){0,3}(?:${octet})?$`)
const ipv4: Field = { isWhole: isIPv4, isBegun: (text) => ipv4Begun.test(text) }
const ipv6: Field = { isWhole: isIPv6, isBegun: (text) => /^[\da-fA-F:][\da-fA-F:.]{0,44}$|^$/.test(text) }
const isPort = (text: string) => /^(?:0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65_535
const port: Field = { isWhole: isPort, isBegun: (text) => text === '' || isPort(text) }

const forms = [
  { start: 'PROXY TCP4 ', fields: [ipv4, ipv4, port, port] },
  { start: 'PROXY TCP6 ', fields: [ipv6, ipv6, port, port] },
]
const unknown = 'PROXY UNKNOWN'

/**
 * Parses a header of version 1 (section 2.1 of HAProxy's specification) from the text that has come so far, one character a byte.
 * `invalid` as soon as no line can begin so; `bytes` includes the CRLF.
 */
function parseProxyLine(text: string): ProxyHeader | 'more' | 'invalid' {
  const end = text.indexOf('\r\n')
  if (end >= 0) return parseWhole(text.slice(0, end))
  if (text.length >= proxyLineBytesMax) return 'invalid'
  const isPossible = text.endsWith('\r') ? parseWhole(text.slice(0, -1)) !== 'invalid' : isBegun(text)
  return isPossible ? 'more' : 'invalid'
}

function parseWhole(line: string): ProxyHeader | 'invalid' {
  const bytes = line.length + 2
  // Whatever follows UNKNOWN is to be ignored.
  if (line === unknown || line.startsWith(`${unknown} `)) return { clientIp: null, bytes }

  const form = forms.find(({ start }) => line.startsWith(start))
  const written = form ? line.slice(form.start.length).split(' ') : []
  if (!form || written.length !== form.fields.length) return 'invalid'
  const isValid = form.fields.every((field, index) => field.isWhole(written[index] ?? ''))
  return isValid ? { clientIp: canonicalIp(written[0] ?? ''), bytes } : 'invalid'
}

function isBegun(text: string): boolean {
  if (unknown.startsWith(text) || text.startsWith(`${unknown} `)) return true
  return forms.some(({ start, fields }) => {
    if (!text.startsWith(start)) return start.startsWith(text)
    const written = text.slice(start.length).split(' ')
    return written.every((part, index) => {
      const isLast = index === written.length - 1
      return isLast ? fields[index]?.isBegun(part) : fields[index]?.isWhole(part)
    })
  })
}

const typeNumbers = { A: 1, NS: 2, CNAME: 5, PTR: 12, MX: 15, TXT: 16, AAAA: 28 } as const
const responseCodes = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const

/** One type's records: TXT as whole strings, addresses as text, MX as preference and host, the others as hosts. */
export type DnsRecords =
  | { TXT: string[] }
  | { A: string[] }
  | { AAAA: string[] }
  | { MX: [number, string][] }
  | { NS: string[] }
  | { PTR: string[] }

/** The answer of a name server; `NODATA`: the name exists without such records, `TRUNCATED`: ask by TCP. */
export type DnsReply = DnsRecords | 'NXDOMAIN' | 'NODATA' | 'SERVFAIL' | 'REFUSED' | 'TRUNCATED'

/** The first question of a query (RFC 1035 §4.1): its type's name and its name in lower case; null for a type that is not supported here. */
export function questionOf(query: Buffer): { type: string; name: string } | null {
  const end = questionEnd(query)
  if (end > query.length || query.length < 17) return null
  const labels: string[] = []
  for (let at = 12; query[at]; at += 1 + (query[at] ?? 0)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)))
  }
  const number = query.readUInt16BE(end - 4)
  const [type] = Object.entries(typeNumbers).find(([, each]) => each === number) ?? []
  return type === undefined ? null : { type, name: labels.join('.').toLowerCase() || '.' }
}

/** The reply to a query, with its question and the answer's records. */
export function replyTo(query: Buffer, answer: DnsReply): Buffer {
  const records = typeof answer === 'object' ? recordsOf(answer) : []
  const code = typeof answer === 'string' && answer in responseCodes ? answer : 'NOERROR'
  const number = Object.entries(responseCodes).find(([name]) => name === code)?.[1] ?? 0
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  // A response, recursion desired and available; the second bit of its third byte means truncated.
  header.writeUInt16BE(0x8180 | (answer === 'TRUNCATED' ? 0x0200 : 0) | number, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(records.length, 6)
  return Buffer.concat([header, query.subarray(12, questionEnd(query)), ...records])
}

function questionEnd(query: Buffer): number {
  let at = 12
  while (query[at]) at += 1 + (query[at] ?? 0)
  return at + 5
}

function recordsOf(records: DnsRecords): Buffer[] {
  if ('TXT' in records) return records.TXT.map((text) => record(typeNumbers.TXT, characterStrings(text)))
  if ('MX' in records) {
    return records.MX.map(([preference, host]) =>
      record(typeNumbers.MX, Buffer.concat([Buffer.from([preference >> 8, preference & 255]), nameBytes(host)])),
    )
  }
  if ('A' in records) return records.A.map((ip) => record(typeNumbers.A, Buffer.from(ip.split('.').map(Number))))
  if ('AAAA' in records) return records.AAAA.map((ip) => record(typeNumbers.AAAA, ipv6Bytes(ip)))
  if ('NS' in records) return records.NS.map((host) => record(typeNumbers.NS, nameBytes(host)))
  return records.PTR.map((host) => record(typeNumbers.PTR, nameBytes(host)))
}

/** The name is a pointer to that of the question; the TTL is five minutes. */
function record(type: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(12)
  fixed.writeUInt16BE(0xc00c, 0)
  fixed.writeUInt16BE(type, 2)
  fixed.writeUInt16BE(1, 4)
  fixed.writeUInt32BE(300, 6)
  fixed.writeUInt16BE(data.length, 10)
  return Buffer.concat([fixed, data])
}

/** Pieces of at most 255 bytes (RFC 1035 §3.3.14). */
function characterStrings(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1')
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length || at === 0; at += 255) {
    const piece = bytes.subarray(at, at + 255)
    pieces.push(Buffer.from([piece.length]), piece)
  }
  return Buffer.concat(pieces)
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '')
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ])
}

function ipv6Bytes(ip: string): Buffer {
  const [left = '', right] = ip.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':').map((group) => Number.parseInt(group, 16)) : [])
  const [before, after] = [groups(left), groups(right)]
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}

import { canonicalIp } from '@inlet/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProxyHeaderReader } from './proxy-header.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const signature = '\r\n\r\n\0\r\nQUIT\n'

function binary(header: { command?: number; family?: number; payload?: Buffer; length?: number }): Buffer {
  const payload = header.payload ?? Buffer.alloc(0)
  const length = header.length ?? payload.length
  const fixed = [header.command ?? 0x21, header.family ?? 0x11, length >> 8, length & 255]
  return Buffer.concat([latin1(signature), Buffer.from(fixed), payload])
}

const fromIpv4 = Buffer.from([192, 0, 2, 1, 10, 0, 0, 1, 0xc3, 0x50, 0, 25])
const fromIpv6 = Buffer.from(`20010db8000000000000000000000001${'00'.repeat(15)}01c3500019`, 'hex')
const fromMapped = Buffer.from(`00000000000000000000ffffc0000201${'00'.repeat(15)}01c3500019`, 'hex')
const tlvs = Buffer.from([0x04, 0, 3, 1, 2, 3, 0x01, 0, 2, 0x68, 0x32])

const valid: [name: string, header: Buffer, clientIp: string | null][] = [
  ['TCP4', latin1('PROXY TCP4 192.0.2.1 10.0.0.1 50000 25\r\n'), '192.0.2.1'],
  [
    'TCP4 with the largest values',
    latin1('PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535\r\n'),
    '255.255.255.255',
  ],
  ['TCP6', latin1('PROXY TCP6 2001:DB8::1 ::1 50000 25\r\n'), '2001:db8::1'],
  ['TCP6 with an IPv4-mapped address', latin1('PROXY TCP6 ::ffff:192.0.2.1 ::1 0 25\r\n'), '192.0.2.1'],
  ['UNKNOWN', latin1('PROXY UNKNOWN\r\n'), null],
  ['UNKNOWN with more', latin1('PROXY UNKNOWN ffff:f...f:ffff ::1 65535 65535\r\n'), null],
  ['the longest line', latin1(`PROXY UNKNOWN ${'f'.repeat(91)}\r\n`), null],
  ['binary over IPv4', binary({ payload: fromIpv4 }), '192.0.2.1'],
  ['binary over IPv4 with TLVs', binary({ payload: Buffer.concat([fromIpv4, tlvs]) }), '192.0.2.1'],
  ['binary over IPv6', binary({ family: 0x21, payload: fromIpv6 }), '2001:db8::1'],
  ['binary over IPv6, IPv4-mapped', binary({ family: 0x21, payload: fromMapped }), '192.0.2.1'],
  ['binary over a Unix socket', binary({ family: 0x31, payload: Buffer.alloc(216) }), null],
  ['binary, unspecified', binary({ family: 0x00 }), null],
  ['binary, unspecified with TLVs', binary({ family: 0x00, payload: tlvs }), null],
  ['binary LOCAL', binary({ command: 0x20, family: 0x00 }), null],
  ['binary LOCAL whose family is to be ignored', binary({ command: 0x20, family: 0xff, payload: tlvs }), null],
  [
    'binary of the greatest length',
    binary({ payload: Buffer.concat([fromIpv4, Buffer.alloc(4_096 - 12)]) }),
    '192.0.2.1',
  ],
]

test.each(valid)('%s: the client is known, and the bytes behind the header are complete', (_, header, clientIp) => {
  const rest = latin1('EHLO client.test\r\n')

  expect(new ProxyHeaderReader().read(Buffer.concat([header, rest]))).toEqual({ clientIp, rest })
  expect(new ProxyHeaderReader().read(header)).toEqual({ clientIp, rest: Buffer.alloc(0) })
})

test.each(valid)('%s: any chunks give the same result', (_, header, clientIp) => {
  const bytes = Buffer.concat([header, latin1('EHLO')])
  // Of a long header all cuts near its parts, and some in its length.
  for (let cut = 1; cut < header.length; cut += cut > 120 ? 97 : 1) {
    const reader = new ProxyHeaderReader()
    expect(reader.read(bytes.subarray(0, cut))).toBe('more')
    expect(reader.read(bytes.subarray(cut))).toEqual({ clientIp, rest: latin1('EHLO') })
  }
})

/** Reads byte by byte; returns how many bytes it took until the header was refused. */
function refusedAfter(bytes: Buffer): number | null {
  const reader = new ProxyHeaderReader()
  for (const [index, byte] of bytes.entries()) {
    const result = reader.read(Buffer.of(byte))
    if (result === 'invalid') return index + 1
    if (result !== 'more') return null
  }
  return null
}

test.each([
  ['no header', 'EHLO client.test\r\n', 1],
  ['a command that begins alike', 'PRO X', 4],
  ['lower case', 'proxy TCP4', 1],
  ['another protocol', 'PROXY UDP4', 8],
  ['TCP5', 'PROXY TCP5 ', 10],
  ['two spaces', 'PROXY TCP4  192.0.2.1', 12],
  ['a tab', 'PROXY\tTCP4', 6],
  ['UNKNOWN and more without a space', 'PROXY UNKNOWNS\r\n', 14],
  ['an octet above 255', 'PROXY TCP4 192.0.256', 20],
  ['an octet with a leading zero', 'PROXY TCP4 192.00', 17],
  ['five octets', 'PROXY TCP4 1.2.3.4.', 19],
  ['three octets', 'PROXY TCP4 1.2.3 ', 17],
  ['IPv6 where IPv4 is said', 'PROXY TCP4 :', 12],
  ['IPv4 where IPv6 is said', 'PROXY TCP6 1.2.3.4 ', 19],
  ['an IPv6 zone', 'PROXY TCP6 fe80::1%', 19],
  ['two shortenings in IPv6', 'PROXY TCP6 1::2::3 ', 19],
  ['a port above 65535', 'PROXY TCP4 1.2.3.4 5.6.7.8 65536', 32],
  ['a port with a leading zero', 'PROXY TCP4 1.2.3.4 5.6.7.8 025', 29],
  ['a negative port', 'PROXY TCP4 1.2.3.4 5.6.7.8 -', 28],
  ['no port', 'PROXY TCP4 1.2.3.4 5.6.7.8\r', 27],
  ['an empty port', 'PROXY TCP4 1.2.3.4 5.6.7.8 1 \r', 30],
  ['a seventh word', 'PROXY TCP4 1.2.3.4 5.6.7.8 1 2 ', 31],
  ['a bare LF', 'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\n', 31],
  ['a bare CR', 'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\rE', 32],
  ['a NUL', 'PROXY TCP4 1.2.3.4\0', 19],
  ['107 bytes without an end', `PROXY UNKNOWN ${'f'.repeat(100)}`, 107],
  ['a signature with an error', '\r\n\r\n\0\r\nQUIX', 11],
  ['version 1 in binary', `${signature}\x11`, 13],
  ['an unknown command', `${signature}\x22`, 13],
  ['a datagram', `${signature}\x21\x12`, 14],
  ['an unknown family', `${signature}\x21\x41`, 14],
  ['a length above 4 KiB', `${signature}\x21\x11\x10\x01`, 16],
  ['a length far above 4 KiB', `${signature}\x21\x11\xff`, 15],
  ['too short for IPv4', `${signature}\x21\x11\x00\x0b`, 16],
  ['too short for IPv6', `${signature}\x21\x21\x00\x23`, 16],
  ['too short for a Unix socket', `${signature}\x21\x31\x00\xd7`, 16],
])('%s is refused at the first byte that cannot be', (_, text, bytes) => {
  expect(refusedAfter(latin1(text))).toBe(bytes)
  expect(new ProxyHeaderReader().read(latin1(text))).toBe('invalid')
})

test('every valid line of version 1 is read', () => {
  const port = fc.integer({ min: 0, max: 65_535 })
  const line = fc.oneof(
    fc.tuple(fc.constant('TCP4'), fc.ipV4(), fc.ipV4(), port, port),
    fc.tuple(fc.constant('TCP6'), fc.ipV6(), fc.ipV6(), port, port),
  )
  fc.assert(
    fc.property(line, (words) => {
      const text = `PROXY ${words.join(' ')}\r\n`
      fc.pre(text.length <= 107)

      expect(new ProxyHeaderReader().read(latin1(text))).toEqual({
        clientIp: canonicalIp(words[1]),
        rest: Buffer.alloc(0),
      })
    }),
  )
})

test('any bytes give the same result in any chunks, without an exception, within 4,112 bytes', () => {
  const hint = fc.constantFrom(
    '',
    'PROXY ',
    'PROXY TCP4 1.2.3.4 ',
    'PROXY UNKNOWN ',
    signature,
    `${signature}\x21\x11\x0f`,
  )
  const tail = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(hint, tail, fc.nat(), (start, bytes, cut) => {
      const all = Buffer.concat([latin1(start), bytes, Buffer.alloc(4_112)])
      const whole = new ProxyHeaderReader().read(all)
      const reader = new ProxyHeaderReader()
      const first = reader.read(all.subarray(0, cut % all.length))
      const parts = first === 'more' ? reader.read(all.subarray(cut % all.length)) : first

      expect(whole).not.toBe('more')
      const clientOf = (result: typeof whole) => (typeof result === 'string' ? result : { clientIp: result.clientIp })
      expect(clientOf(parts)).toEqual(clientOf(whole))
    }),
    { numRuns: 500 },
  )
})

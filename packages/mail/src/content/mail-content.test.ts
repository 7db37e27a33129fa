import { randomBytes } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { limits } from '@inlet/contract'
import { describe, expect, test } from 'vitest'
import { inlineRawMaxBytes, type MailContent, packContent, packMail, unpackContent } from './mail-content.ts'

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
const plain = (content: MailContent) => ({ ...content, raw: Buffer.from(content.raw) })

describe('unpacking restores the packed content', () => {
  const full = 'é'.repeat(limits.bodyMaxBytes / 2)
  test.each<[string, MailContent]>([
    ['empty content', { textBody: '', htmlBody: '', raw: Buffer.of() }],
    ['a source without bodies', { textBody: '', htmlBody: '', raw: everyByte }],
    ['bodies without a source', { textBody: 'Grüße 👩‍👩‍👧', htmlBody: '<p>Grüße</p>', raw: Buffer.of() }],
    ['one byte of each', { textBody: 'a', htmlBody: 'b', raw: Buffer.of(0) }],
    ['the largest content', { textBody: full, htmlBody: full, raw: Buffer.alloc(inlineRawMaxBytes, everyByte) }],
    ['incompressible content', { textBody: '', htmlBody: '', raw: randomBytes(inlineRawMaxBytes) }],
  ])('%s', (_, content) => {
    expect(plain(unpackContent(packContent(content)))).toEqual(plain(content))
  })
})

test.each([1, 100])(
  'packed bytes have a buffer of their own, of exactly their length, with %i times the text',
  (times) => {
    const packed = packContent({ textBody: 'Your code is 482913 '.repeat(times), htmlBody: 'b', raw: everyByte })

    expect(packed.buffer.byteLength).toBe(packed.length)
  },
)

describe('content is compressed where that saves more than it costs', () => {
  const packedBytes = (textBytes: number) =>
    packContent({ textBody: 'x'.repeat(textBytes), htmlBody: '', raw: Buffer.of() }).length

  test('content up to 2 KiB is stored as it is', () => {
    expect(packedBytes(2040)).toBe(5 + 2048)
  })

  test('larger content is a zstd frame', () => {
    expect(packedBytes(2041)).toBeLessThan(100)
  })

  test('a small mail that was compressed by an older version is read', () => {
    const whole = Buffer.from([4, 0, 0, 0, 3, 0, 0, 0, ...Buffer.from('text<p>raw')])

    const unpacked = unpackContent(zstdCompressSync(whole))

    expect(plain(unpacked)).toEqual({ textBody: 'text', htmlBody: '<p>', raw: Buffer.from('raw') })
  })
})

describe.each([
  ['small content, stored as it is', packContent({ textBody: 'Your code is 482913', htmlBody: '', raw: everyByte })],
  ['a zstd frame', packContent({ textBody: 'Your code is 482913 '.repeat(200), htmlBody: '', raw: everyByte })],
])('unpacking damaged bytes is an error and never returns other content: %s', (_, packed) => {
  test('one byte changed anywhere after the head of the frame', () => {
    for (let place = 8; place < packed.length; place += 1) {
      const damaged = packed.with(place, (packed[place] ?? 0) ^ 0xff)
      expect(() => unpackContent(damaged), `byte ${place}`).toThrow()
    }
  })

  test('cut at any length', () => {
    for (let length = 0; length < packed.length; length += 1)
      expect(() => unpackContent(packed.subarray(0, length)), `${length} bytes`).toThrow()
  })
})

describe('unpacking what was never packed is an error', () => {
  test.each<[string, Buffer]>([
    ['lengths beyond its end', Buffer.from([9, 0, 0, 0, 9, 0, 0, 0, 97])],
    ['no lengths', Buffer.from([1, 0])],
    ['more than the largest content', Buffer.alloc(64 * 1024 * 1024)],
  ])('a frame with %s', (_, inside) => {
    expect(() => unpackContent(zstdCompressSync(inside))).toThrow()
  })
})

test('a source is packed with its mail up to 256 KiB, and left out above', () => {
  const facts = {
    ...{ messageId: null, digest: null, fromAddr: '', fromName: '', subject: '', preview: '', searchText: '' },
    ...{ otpCode: null, otpMeta: null, action: null, tags: [], attachments: [], sizeBytes: 0 },
  }
  const rawBytesOf = (bytes: number) => {
    const packed = packMail({ ...facts, textBody: 'text', htmlBody: '' }, Buffer.alloc(bytes, 'x'))
    return unpackContent(packed.content).raw.length
  }

  expect(rawBytesOf(inlineRawMaxBytes)).toBe(inlineRawMaxBytes)
  expect(rawBytesOf(inlineRawMaxBytes + 1)).toBe(0)
})

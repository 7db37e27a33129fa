import { limits } from '@inlet/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLogoImage } from './logo-image.ts'

const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat([...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))])
const u16 = (value: number) => [value >> 8, value & 255]
const u16le = (value: number) => [value & 255, value >> 8]
const filler = '\0'.repeat(30)

const png = (width: number, height: number) =>
  bytesOf('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', [0, 0, ...u16(width), 0, 0, ...u16(height)], filler)
const jpeg = (width: number, height: number) =>
  bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, ...u16(height), ...u16(width)], filler)
const webp = (kind: string, ...rest: number[][]) => bytesOf(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, ...rest, filler)
const lossy = (width: number, height: number) =>
  webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...u16le(width), ...u16le(height)])
const extended = (width: number, height: number) =>
  webp('VP8X', [0, 0, 0, 0, ...u16le(width - 1), 0, ...u16le(height - 1), 0])
const lossless = (width: number, height: number) => {
  const bits = Buffer.alloc(4)
  bits.writeUInt32LE((((height - 1) << 14) | (width - 1)) >>> 0)
  return webp('VP8L', [0x2f, ...bits])
}

const max = limits.logoMaxPixels

test.each([
  ['image/png', png],
  ['image/jpeg', jpeg],
  ['image/webp', lossy],
  ['image/webp', lossless],
  ['image/webp', extended],
])(
  '%s of at most 1024 × 1024 pixels is detected from its bytes; a wider or higher one is refused',
  (contentType, make) => {
    const refused = expect.objectContaining({ code: 'UNPROCESSABLE_CONTENT' })

    for (const [width, height] of [
      [1, 1],
      [max, max],
      [1, max],
    ] as const) {
      expect(readLogoImage(dataUrl(make(width, height)))).toEqual({ contentType, bytes: make(width, height) })
    }
    expect(() => readLogoImage(dataUrl(make(max + 1, 1)))).toThrow(refused)
    expect(() => readLogoImage(dataUrl(make(1, max + 1)))).toThrow(refused)
  },
)

test.each([
  ['no pixels', png(0, 1)],
  ['no frame header', bytesOf([0xff, 0xd8, 0xff, 0xd9], filler)],
  [
    'a scan before its frame header',
    bytesOf([0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1], filler),
  ],
  ['a segment without a length', bytesOf([0xff, 0xd8, 0xff, 0xe0, 0, 0], filler)],
  ['a segment behind its end', bytesOf([0xff, 0xd8, 0xff, 0xe0, 255, 255], filler)],
  ['an unknown chunk', webp('ICCP')],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>')],
  ['a GIF', bytesOf('GIF89a\x01\0\x01\0', filler)],
])('an image with %s is refused', (_, bytes) => {
  expect(() => readLogoImage(dataUrl(bytes))).toThrow(expect.objectContaining({ code: 'UNPROCESSABLE_CONTENT' }))
})

test('any bytes behind the head of an image are refused or read, and nothing else happens', () => {
  const heads = [png(1, 1).subarray(0, 16), jpeg(1, 1).subarray(0, 4), lossy(1, 1).subarray(0, 16), Buffer.alloc(0)]

  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), (head, tail) => {
      try {
        expect(readLogoImage(dataUrl(Buffer.concat([head, tail]))).bytes.length).toBeGreaterThanOrEqual(30)
      } catch (error) {
        expect(error).toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
      }
    }),
  )
})

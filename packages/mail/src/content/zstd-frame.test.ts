import { randomBytes } from 'node:crypto'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keptCompressor, zstdFrame } from './zstd-frame.ts'

const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 }
const keptMaxBytes = 256 * 1024
const contents = [
  ['one byte', Buffer.of(7)],
  ['a text', Buffer.from('Your code is 482913. '.repeat(500))],
  ['random bytes', randomBytes(30_000)],
  ['zeros', Buffer.alloc(100_000)],
  ['the most that is compressed with the kept context, incompressible', randomBytes(keptMaxBytes)],
  ['more than that', randomBytes(keptMaxBytes + 1)],
] as const

test.each(contents)('the frame is the one that zlib makes of it alone, after any other: %s', (_, bytes) => {
  for (const [, other] of contents) {
    zstdFrame(other)
    const frame = zstdFrame(bytes)

    expect(zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length }).equals(frame)).toBe(true)
    expect(zstdDecompressSync(frame).equals(bytes)).toBe(true)
    expect(frame.buffer.byteLength).toBe(frame.length)
  }
})

test('the Node of the lockfile lets a context be kept', () => {
  const bytes = Buffer.from('Your code is 482913. '.repeat(500))

  expect(keptCompressor()(bytes)).toEqual(zstdCompressSync(bytes, { params, pledgedSrcSize: bytes.length }))
})

import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forThread, MailBuffer } from './mail-buffer.ts'

const mebibyte = 1024 * 1024

function gathered(pieces: Buffer[], maxBytes: number): Buffer {
  const buffer = new MailBuffer(maxBytes, () => {})
  for (const piece of pieces) buffer.add(piece)
  return buffer.whole()
}

test('the pieces of a mail are joined in their order, however many and large', () => {
  const sizes = fc.array(fc.oneof(fc.nat(100), fc.nat(70_000), fc.constant(300_000)), { maxLength: 12 })
  fc.assert(
    fc.property(sizes, (lengths) => {
      const pieces = lengths.map((length, index) => Buffer.alloc(length, index))

      expect(gathered(pieces, 4 * mebibyte).equals(Buffer.concat(pieces))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a mail of just the size that is allowed fits, and a byte more is an error', () => {
  const pieces = [Buffer.alloc(300_000, 'a'), Buffer.alloc(2 * mebibyte - 300_000, 'b')]

  expect(gathered(pieces, 2 * mebibyte).equals(Buffer.concat(pieces))).toBe(true)
  expect(() => gathered([...pieces, Buffer.alloc(1)], 2 * mebibyte)).toThrow(RangeError)
})

test('a mail has memory of its own, which later bytes do not change', () => {
  const piece = Buffer.from('text')
  const whole = gathered([piece], mebibyte)
  piece.fill('x')

  expect(whole.toString()).toBe('text')
  expect(whole.buffer.byteLength).toBe(4)
})

test('a large mail can be hashed and decoded like other buffers', () => {
  const pieces = Array.from({ length: 10 }, () => Buffer.alloc(60_000, 'é'))
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

  const whole = gathered(pieces, mebibyte)

  expect(digest(whole)).toBe(digest(Buffer.concat(pieces)))
  expect(new TextDecoder().decode(whole)).toBe(new TextDecoder().decode(Buffer.concat(pieces)))
})

test('freed memory and its buffer are empty at once', () => {
  const buffer = new MailBuffer(mebibyte, () => {})
  buffer.add(Buffer.alloc(500_000, 'mail'))
  const whole = buffer.whole()

  buffer.free()

  expect(whole.buffer.byteLength).toBe(0)
  expect(buffer.whole()).toHaveLength(0)
})

test.each([1_000, 500_000])('a mail of %i bytes is still whole here after it was sent to a thread', (size) => {
  const mail = gathered([Buffer.alloc(size, 'mail')], mebibyte)

  const { raw, transfer } = forThread(mail)
  const given = structuredClone(raw, { transfer })

  expect(Buffer.from(given).equals(Buffer.alloc(size, 'mail'))).toBe(true)
  expect(mail.equals(Buffer.alloc(size, 'mail'))).toBe(true)
})

test('each copied piece of a large mail is counted as garbage, none of a small one', () => {
  const counted: number[] = []
  const buffer = new MailBuffer(mebibyte, (bytes) => void counted.push(bytes))

  buffer.add(Buffer.alloc(200 * 1024))
  expect(counted).toEqual([])
  buffer.add(Buffer.alloc(60 * 1024))
  buffer.add(Buffer.alloc(64 * 1024))

  expect(counted).toEqual([200 * 1024, 60 * 1024, 64 * 1024])
})

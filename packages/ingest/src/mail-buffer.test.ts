import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { joinMail } from './mail-buffer.ts'

const pieces = (count: number) => Array.from({ length: count }, (_, index) => Buffer.alloc(1000, index))

test.each([1, 60, 70, 300])('%i pieces are joined in their order, in memory of their own', (count) => {
  const whole = joinMail(pieces(count), count * 1000)

  expect(whole.equals(Buffer.concat(pieces(count)))).toBe(true)
  expect(whole.buffer.byteLength).toBe(count * 1000)
  expect(whole.buffer instanceof SharedArrayBuffer).toBe(count >= 66)
})

test('nothing makes an empty mail', () => {
  expect(joinMail([], 0)).toHaveLength(0)
})

test('shared memory is hashed and decoded like any other', () => {
  const whole = joinMail(pieces(100), 100_000)
  const copy = Buffer.concat(pieces(100))
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

  expect(digest(whole)).toBe(digest(copy))
  expect(new TextDecoder('latin1').decode(whole)).toBe(new TextDecoder('latin1').decode(copy))
})

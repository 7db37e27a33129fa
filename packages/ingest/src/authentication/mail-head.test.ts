import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lookAtHead } from './mail-head.ts'

const look = (text: string) => lookAtHead(Buffer.from(text, 'latin1'))

test('the head ends after the first empty line, whatever the line endings', () => {
  expect(look('A: 1\r\n\r\nbody\r\n\r\n')).toMatchObject({ sizeBytes: 8 })
  expect(look('A: 1\n\nbody\r\n\r\n')).toMatchObject({ sizeBytes: 6 })
  expect(look('A: 1\r\n\nbody\n\n')).toMatchObject({ sizeBytes: 7 })
  expect(look('A: 1\n\r\nbody\n\n')).toMatchObject({ sizeBytes: 7 })
})

test('a mail without an empty line is all head', () => {
  expect(look('A: 1\r\nB: 2')).toEqual({ sizeBytes: 10, hasSignature: false })
  expect(look('')).toEqual({ sizeBytes: 0, hasSignature: false })
})

test('a signature counts in the head only, at the beginning of a line, in any case', () => {
  expect(look('A: 1\r\ndkim-SIGNATURE : v=1\r\n\r\n')).toMatchObject({ hasSignature: true })
  expect(look('A: 1\r\n DKIM-Signature: v=1\r\n\r\n')).toMatchObject({ hasSignature: false })
  expect(look('X-DKIM-Signature: v=1\r\n\r\n')).toMatchObject({ hasSignature: false })
  expect(look('A: 1\r\n\r\nDKIM-Signature: v=1\r\n')).toMatchObject({ hasSignature: false })
})

test('a head above 128 KiB is not looked into, a body may be of any size', () => {
  expect(look(`A: ${'x'.repeat(128 * 1024)}\r\n\r\n`)).toBeNull()
  expect(look(`A: 1\r\n\r\n${'x\r\n'.repeat(200_000)}`)).toMatchObject({ sizeBytes: 8 })
})

test('any bytes have a head within their size, and it ends in an empty line or with them', () => {
  const bytes = fc.array(fc.constantFrom('\r', '\n', 'a', ':', ' '), { maxLength: 40 }).map((each) => each.join(''))
  fc.assert(
    fc.property(bytes, (text) => {
      const size = look(text)?.sizeBytes ?? -1
      expect(size === text.length || /\n\r?\n$/.test(text.slice(0, size))).toBe(true)
      expect(text.slice(0, Math.max(0, size - 1))).not.toMatch(/\n\r?\n/)
    }),
  )
})

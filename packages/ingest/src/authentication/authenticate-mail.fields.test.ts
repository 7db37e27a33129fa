import fc from 'fast-check'
import { dkimVerify } from 'mailauth'
import { expect, test } from 'vitest'
import { headerOf, signedFields } from './authenticate-mail.ts'

const fieldsOf = (text: string) => signedFields(Buffer.from(text, 'latin1'))

test('a field keeps its folds byte for byte, and its name is read without case or white space', () => {
  const fields = fieldsOf('FROM : a\r\n\tb\xE9\r\n c\nTo:d\r\n\r\n')

  expect(fields).toEqual([
    { name: 'from', text: 'FROM : a\r\n\tb\xE9\r\n c' },
    { name: 'to', text: 'To:d' },
  ])
  expect(headerOf(fields).toString('latin1')).toBe('FROM : a\r\n\tb\xE9\r\n c\r\nTo:d\r\n\r\n')
})

test('a first line without a colon is a name without a value; below a field it belongs to that field', () => {
  expect(fieldsOf('no colon\r\nA: 1\r\nnone here\r\nB\x80: 2\r\n\r\n')).toEqual([
    { name: 'no colon', text: 'no colon' },
    { name: 'a', text: 'A: 1\r\nnone here\r\nB\x80: 2' },
  ])
})

test('a name may be folded before its colon, in both ways that mailauth accepts', () => {
  expect(fieldsOf('A: 1\r\nARC-Seal\r\n : 2\r\nARC-Seal\r\n: 3\r\n\r\n')).toMatchObject([
    { name: 'a' },
    { name: 'arc-seal' },
    { name: 'arc-seal' },
  ])
})

test('mailauth reads the same fields from any head', async () => {
  const piece = fc.constantFrom('A', 'from', ':', ' ', '\t', '\r\n', '\n', '\r', '\x80', ';', 'ARC-Seal')
  const heads = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join('').replaceAll(/\n(?:\r?\n)+/g, '\n'))
  await fc.assert(
    fc.asyncProperty(heads, async (text) => {
      const ours = fieldsOf(text)
      const { headers } = await dkimVerify(headerOf(ours), { resolver: async () => [], sender: 'a@b.example' })
      const names = headers?.parsed.map(({ key }) => `${key ?? ''}`.trim()) ?? []

      expect(names.filter((name) => name === 'from' || name === 'arc-seal')).toEqual(
        ours.map(({ name }) => name).filter((name) => name === 'from' || name === 'arc-seal'),
      )
    }),
  )
})

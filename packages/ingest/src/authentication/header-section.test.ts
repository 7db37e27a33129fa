import { expect, test } from 'vitest'
import { headerFields, headOf } from './header-section.ts'

const fieldsOf = (text: string) => headerFields(Buffer.from(text, 'latin1'))

test('a field keeps its folds byte for byte, and its name is read without case or white space', () => {
  const fields = fieldsOf('FROM : a\r\n\tb\xE9\r\n c\nTo:d\r\n\r\n')

  expect(fields).toEqual([
    { name: 'from', text: 'FROM : a\r\n\tb\xE9\r\n c' },
    { name: 'to', text: 'To:d' },
  ])
  expect(headOf(fields ?? []).toString('latin1')).toBe('FROM : a\r\n\tb\xE9\r\n c\r\nTo:d\r\n\r\n')
})

test('a line without a colon is a field without a name', () => {
  expect(fieldsOf('no colon\r\nA: 1\r\n\r\n')).toMatchObject([{ name: '' }, { name: 'a' }])
})

test('a head of more than 2,000 lines has no fields', () => {
  expect(fieldsOf('A: 1\r\n'.repeat(1_990))).toHaveLength(1_990)
  expect(fieldsOf('A: 1\r\n'.repeat(2_010))).toBeNull()
})

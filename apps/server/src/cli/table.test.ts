import { expect, test } from 'vitest'
import { table } from './table.ts'

test('columns are as wide as their widest cell, scripts of double width and marks included', () => {
  const text = table(
    { name: ['受信箱', 'e\u0301', 'plain name'], kept: [7, null, 30], ok: [true, false, true] },
    'none',
  )

  expect(text).toBe(
    ['NAME        KEPT  OK', '受信箱      7     yes', 'e\u0301           –     no', 'plain name  30    yes'].join('\n'),
  )
})

test('control characters in names do not reach the terminal', () => {
  const text = table({ name: ['a\u001b[2Jb', 'c\nd', 'e\u202ef', '\u2028'] }, 'none')

  expect(text.split('\n')).toEqual(['NAME', 'a\u{fffd}[2Jb', 'c\u{fffd}d', 'e\u{fffd}f', '\u{fffd}'])
})

test('without rows the text for that is shown', () => {
  expect(table({ name: [] }, 'Make one.')).toBe('Make one.')
})

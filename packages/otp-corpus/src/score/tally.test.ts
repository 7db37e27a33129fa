import { expect, test } from 'vitest'
import { tallyOf, verdictOf } from './tally.ts'

test('a result is right, missed, wrong or invented', () => {
  expect(verdictOf({ expected: '482913', found: '482913' })).toBe('right')
  expect(verdictOf({ expected: null, found: null })).toBe('right')
  expect(verdictOf({ expected: '482913', found: null })).toBe('missed')
  expect(verdictOf({ expected: '482913', found: '2026' })).toBe('wrong')
  expect(verdictOf({ expected: null, found: '2026' })).toBe('invented')
})

test('another spelling of the code counts as lenient, never as exact', () => {
  const tally = tallyOf([
    { expected: 'AB12CD', found: 'ab12-cd' },
    { expected: '482913', found: 'G-482913' },
    { expected: '482913', found: '482914' },
    { expected: '482913', found: '482913' },
    { expected: null, found: null },
  ])

  expect(tally).toEqual({ withCode: 4, exact: 1, lenient: 3, missed: 0, wrong: 3, withoutCode: 1, invented: 0 })
})

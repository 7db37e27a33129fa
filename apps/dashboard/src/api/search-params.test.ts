import { expect, test } from 'vitest'
import { oneOf, searchOf, text } from './search-params.ts'

const read = searchOf({ cursor: text, state: oneOf('pending', 'failed') })

test('parameters that are not what is expected are left out, and so are unknown ones', () => {
  expect(read({ cursor: 'abc', state: 'failed' })).toEqual({ cursor: 'abc', state: 'failed' })
  expect(read({ cursor: '', state: 'gone', other: 'x' })).toEqual({})
  expect(read({ cursor: ['a'], state: 7 })).toEqual({})
})

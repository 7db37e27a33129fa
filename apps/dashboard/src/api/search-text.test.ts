import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './search-text.ts'

test('a parameter that looks like a number or a word of JSON stays a text', () => {
  expect(parseSearch('?q=0123&cursor=true&tag=null')).toEqual({ q: '0123', cursor: 'true', tag: 'null' })
})

test('what is written is read back, and undefined parameters are left out', () => {
  const search = { q: 'a b&c=d', cursor: undefined, state: 'ä' }

  expect(parseSearch(stringifySearch(search))).toEqual({ q: 'a b&c=d', state: 'ä' })
  expect(stringifySearch({ cursor: undefined })).toBe('')
})

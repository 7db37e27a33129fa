import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldForSearch } from './fold-for-search.ts'
import { parseSearchQuery } from './parse-search-query.ts'

test.each([
  ['one two', ['one', 'two']],
  ['  Größe\u3000ÉTÉ ', ['grosse', 'ete']],
  ['"your code" now', ['your code', 'now']],
  ['"Your   Code"', ['your code']],
  ['say "to the end', ['say', 'to the end']],
  ['a"b c"d', ['a', 'b c', 'd']],
  ['"" " " \u200b', []],
  ['$searchText .* (', ['$searchtext', '.*', '(']],
  ['', []],
])('%s has the terms %j', (query, terms) => {
  expect(parseSearchQuery(query)).toEqual(terms)
})

test('the terms of any query are folded and not empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (query) => {
      for (const term of parseSearchQuery(query)) {
        expect(term).not.toBe('')
        expect(foldForSearch(term)).toBe(term)
      }
    }),
  )
})

import { expect, test } from 'vitest'
import { recentEntries } from './recent-entries.ts'

test('a full cache drops the entry that was used longest ago', () => {
  const entries = recentEntries<{ n: number }>(3)
  for (const n of [1, 2, 3]) entries.set(`key ${n}`, { n })
  entries.get('key 1')

  entries.set('key 4', { n: 4 })

  expect([...entries.keys()].sort()).toEqual(['key 1', 'key 3', 'key 4'])
})

test('an entry that is set again counts once', () => {
  const entries = recentEntries<{ n: number }>(2)
  entries.set('one', { n: 1 })
  for (let n = 0; n < 10; n += 1) entries.set('two', { n })

  expect(entries.get('one')).toEqual({ n: 1 })
  expect(entries.get('two')).toEqual({ n: 9 })
})

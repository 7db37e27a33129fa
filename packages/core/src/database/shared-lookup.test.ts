import { expect, test } from 'vitest'
import { sharedLookup } from './shared-lookup.ts'

/** A database of two values whose queries end when the test says so. */
function slowDatabase() {
  const queries: { keys: string[]; end: (error?: Error) => void }[] = []
  const values = new Map([
    ['a', 1],
    ['b', 2],
  ])
  const load = (keys: string[]) =>
    new Promise<Map<string, number>>((resolve, reject) => {
      queries.push({ keys, end: (error) => (error ? reject(error) : resolve(new Map(values))) })
    })
  return { queries, values, load }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('what is asked for while a query is under way goes out together in the next one, each key once', async () => {
  const { queries, load } = slowDatabase()
  const find = sharedLookup(load)

  const answers = Promise.all([find('a'), find('b'), find('b'), find('missing')])
  queries[0]?.end()
  await settled()
  queries[1]?.end()

  expect(await answers).toEqual([1, 2, 2, null])
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b', 'missing']])
})

test('an answer is never that of a query that began before it was asked for', async () => {
  const { queries, values, load } = slowDatabase()
  const find = sharedLookup(load)

  const before = find('a')
  const after = find('a')
  queries[0]?.end()
  values.set('a', 7)
  await settled()
  queries[1]?.end()

  expect(await Promise.all([before, after])).toEqual([1, 7])
  expect(queries).toHaveLength(2)
})

test('a query that fails fails those who wait for it, and nobody else', async () => {
  const { queries, load } = slowDatabase()
  const find = sharedLookup(load)

  const first = find('a').catch((error: Error) => error.message)
  const second = find('b')
  queries[0]?.end(new Error('away'))
  await settled()
  queries[1]?.end()

  expect(await Promise.all([first, second])).toEqual(['away', 2])
})

test('one query looks for a bounded number of keys', async () => {
  const { queries, load } = slowDatabase()
  const find = sharedLookup(load, 2)

  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(find))
  for (let index = 0; index < 3; index++) {
    queries[index]?.end()
    await settled()
  }

  expect(await answers).toEqual([1, 2, null, null, null])
  expect(queries.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c'], ['d', 'e']])
})

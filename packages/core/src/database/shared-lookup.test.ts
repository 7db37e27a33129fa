import { expect, test } from 'vitest'
import { lookupInTurns, sharedLookup } from './shared-lookup.ts'

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

/** Over once the next query has begun: it waits for the end of the loop's turn. */
const turn = async () => {
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
}

test('look-ups of one turn share a query, look-ups during a query share the next one, and each key is sent once', async () => {
  const { queries, load } = slowDatabase()
  const find = sharedLookup(load)

  const first = [find('a'), find('b'), find('b')]
  await turn()
  const second = [find('b'), find('missing')]
  queries[0]?.end()
  await turn()
  queries[1]?.end()

  expect(await Promise.all([...first, ...second])).toEqual([1, 2, 2, 2, null])
  expect(queries.map(({ keys }) => keys)).toEqual([
    ['a', 'b'],
    ['b', 'missing'],
  ])
})

test('a look-up is never answered by a query that began before it', async () => {
  const { queries, values, load } = slowDatabase()
  const find = sharedLookup(load)

  const before = find('a')
  await turn()
  const after = find('a')
  queries[0]?.end()
  values.set('a', 7)
  await turn()
  queries[1]?.end()

  expect(await Promise.all([before, after])).toEqual([1, 7])
  expect(queries).toHaveLength(2)
})

test('a query that fails rejects its own look-ups, and no others', async () => {
  const { queries, load } = slowDatabase()
  const find = sharedLookup(load)

  const first = find('a').catch((error: Error) => error.message)
  await turn()
  const second = find('b')
  queries[0]?.end(new Error('away'))
  await turn()
  queries[1]?.end()

  expect(await Promise.all([first, second])).toEqual(['away', 2])
})

test('one query has a limited number of keys', async () => {
  const { queries, load } = slowDatabase()
  const find = sharedLookup(load, 2)

  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map(find))
  for (let index = 0; index < 3; index++) {
    await turn()
    queries[index]?.end()
  }

  expect(await answers).toEqual([1, 2, null, null, null])
  expect(queries.map(({ keys }) => keys)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
})

test('the keys of a turn go into the next query, however many of another turn wait', async () => {
  const { queries, load } = slowDatabase()
  const find = lookupInTurns(load, 4)
  const flood = Array.from({ length: 20 }, (_, n) => find(`invented-${n}`, 'strangers'))
  await turn()

  const bystander = [find('a', 'bystander'), find('b', 'bystander')]
  queries[0]?.end()
  await turn()
  queries[1]?.end()

  expect(await Promise.all(bystander)).toEqual([1, 2])
  expect(queries[1]?.keys.toSorted()).toEqual(['a', 'b', 'invented-4', 'invented-5'])
  for (let index = 2; index < 6; index += 1) {
    await turn()
    queries[index]?.end()
  }
  expect(new Set(await Promise.all(flood))).toEqual(new Set([null]))
})

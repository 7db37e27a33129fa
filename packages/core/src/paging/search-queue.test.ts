import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { searchQueue } from './search-queue.ts'

/** Searches that run until the test ends them. */
function startSearches(
  limits: { perService: number; perProcess: number },
  makerOf: (serviceId: string) => Promise<string> = async (serviceId) => serviceId,
) {
  const refusals: number[] = []
  const turns = searchQueue({ limits, makerOf, onRefused: () => refusals.push(1) })
  const running: { serviceId: string; end: () => void }[] = []
  const search = (serviceId: string, maxWaitMs = 60_000) =>
    turns.longScan({ serviceId, maxWaitMs }, async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const place = { serviceId, end: resolve }
      running.push(place)
      await promise
      running.splice(running.indexOf(place), 1)
      return serviceId
    })
  return {
    turns,
    search,
    /** Starts a search whose result the test does not need: one that still waits when the test is over is refused later. */
    begin(serviceId: string) {
      search(serviceId).catch(() => {})
    },
    refusals,
    running: () => running.map(({ serviceId }) => serviceId),
    async end(serviceId: string) {
      running.find((place) => place.serviceId === serviceId)?.end()
      await setImmediate()
    },
  }
}

const tooMany = (message: RegExp) => ({
  code: 'TOO_MANY_REQUESTS',
  message: expect.stringMatching(message),
  facts: { retryAfterSeconds: 1, details: [{ path: '', code: 'rate_limited' }] },
})

test('a service runs no more searches than its limit, and the others begin in their order', async () => {
  const searches = startSearches({ perService: 2, perProcess: 9 })
  const begun: number[] = []
  const all = Array.from({ length: 5 }, (_, n) =>
    searches.turns.longScan({ serviceId: 'a', maxWaitMs: 60_000 }, async () => {
      begun.push(n)
      await setImmediate()
      await setImmediate()
      return n
    }),
  )

  await setImmediate()
  expect(begun).toEqual([0, 1])
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
  expect(begun).toEqual([0, 1, 2, 3, 4])
})

test('services take turns: a search waits for one search of each other service, however many they have', async () => {
  const searches = startSearches({ perService: 2, perProcess: 3 })
  for (let n = 0; n < 6; n += 1) searches.begin('many')
  searches.begin('second')
  searches.begin('third')
  await setImmediate()
  expect(searches.running()).toEqual(['many', 'many', 'second'])

  await searches.end('many')
  expect(searches.running()).toEqual(['many', 'second', 'third'])
  await searches.end('second')
  expect(searches.running()).toEqual(['many', 'third', 'many'])
})

test('the services of one maker have all places but one while others are idle, in which a service of another maker begins at once', async () => {
  const searches = startSearches({ perService: 2, perProcess: 4 }, async (id) => (id.startsWith('his-') ? 'he' : id))
  for (let n = 0; n < 20; n += 1) for (let each = 0; each < 2; each += 1) searches.begin(`his-${n}`)
  await setImmediate()
  expect(searches.running()).toEqual(['his-0', 'his-0', 'his-1'])

  searches.begin('bystander')
  await setImmediate()

  expect(searches.running()).toEqual(['his-0', 'his-0', 'his-1', 'bystander'])
  await searches.end('his-0')
  expect(searches.running()).toEqual(['his-0', 'his-1', 'bystander', 'his-1'])
  await expect(searches.search('his-19', 1)).rejects.toMatchObject(tooMany(/the same user made/))
})

test('a service that waits beside many of one maker has the next place that is free, up to its own limit', async () => {
  const searches = startSearches({ perService: 2, perProcess: 4 }, async (id) => (id.startsWith('his-') ? 'he' : id))
  for (let n = 0; n < 20; n += 1) for (let each = 0; each < 2; each += 1) searches.begin(`his-${n}`)
  for (let each = 0; each < 3; each += 1) searches.begin('bystander')
  await setImmediate()
  expect(searches.running()).toEqual(['his-0', 'his-0', 'his-1', 'bystander'])

  await searches.end('his-0')
  expect(searches.running()).toEqual(['his-0', 'his-1', 'bystander', 'bystander'])
  await searches.end('his-0')
  expect(searches.running()).toEqual(['his-1', 'bystander', 'bystander', 'his-1'])
})

test('a search that waits too long is refused, with a message that says whether its own service is the reason', async () => {
  const searches = startSearches({ perService: 1, perProcess: 2 })
  searches.begin('a')
  searches.begin('b')

  await expect(searches.search('a', 1)).rejects.toMatchObject(tooMany(/of this service run/))
  await expect(searches.search('c', 1)).rejects.toMatchObject(tooMany(/^Too many searches run/))

  expect(searches.refusals).toHaveLength(2)
  await searches.end('a')
  searches.begin('c')
  await setImmediate()
  expect(searches.running()).toEqual(['b', 'c'])
})

test('a search that fails gives its place back', async () => {
  const { turns } = startSearches({ perService: 1, perProcess: 1 })
  const turn = { serviceId: 'a', maxWaitMs: 1 }

  for (let n = 0; n < 3; n += 1) {
    await expect(turns.longScan(turn, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  }

  expect(await turns.longScan({ ...turn, serviceId: 'b' }, async () => 'found')).toBe('found')
})

test('quick looks do not wait behind long scans', async () => {
  const searches = startSearches({ perService: 1, perProcess: 1 })
  searches.begin('a')

  const look = searches.turns.quickLook({ serviceId: 'a', maxWaitMs: 1 }, async () => 'found')

  expect(await look).toBe('found')
})

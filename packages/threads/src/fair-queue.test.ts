import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

const mebibyte = 1024 * 1024

function drained(queue: FairQueue<string>): string[] {
  const items: string[] = []
  for (let next = queue.shift(); next; next = queue.shift()) items.push(next.item)
  return items
}

test('the items of one client keep their order', () => {
  const queue = new FairQueue<string>()
  const items = Array.from({ length: 100 }, (_, index) => `${index}`)

  for (const item of items) queue.push({ item, client: 'a', cost: 1 + (Number(item) % 7) })

  expect(queue.size).toBe(100)
  expect(drained(queue)).toEqual(items)
})

test('a client that comes during the flood of another is served next', () => {
  const queue = new FairQueue<string>()
  for (let index = 0; index < 1000; index++) queue.push({ item: 'flood', client: 'a', cost: mebibyte })
  for (let index = 0; index < 10; index++) queue.shift()

  queue.push({ item: 'honest', client: 'b', cost: 1000 })

  expect([queue.shift()?.item, queue.shift()?.item]).toContain('honest')
})

test('shares are shares of work: small items of one go with as many bytes of the other', () => {
  const queue = new FairQueue<string>()
  for (let index = 0; index < 20; index++) queue.push({ item: 'large', client: 'a', cost: mebibyte })
  for (let index = 0; index < 400; index++) queue.push({ item: 'small', client: 'b', cost: mebibyte / 20 })

  const half = drained(queue).slice(0, 200)

  expect(half.filter((item) => item === 'large').length).toBeGreaterThanOrEqual(9)
  expect(half.filter((item) => item === 'large').length).toBeLessThanOrEqual(11)
})

test('items that were put back come first, in their order', () => {
  const queue = new FairQueue<string>()
  queue.push({ item: 'waiting', client: 'a', cost: 1 })

  for (const item of ['one', 'two']) queue.putBack({ item, client: 'b', cost: 1 })

  expect(queue.peek()?.item).toBe('one')
  expect(drained(queue)).toEqual(['one', 'two', 'waiting'])
})

test('work beyond the expected cost is charged: shares are shares of the work done', () => {
  const queue = new FairQueue<string>()
  for (let index = 0; index < 100; index++) {
    queue.push({ item: 'slow', client: 'a', cost: 1 })
    queue.push({ item: 'quick', client: 'b', cost: 1 })
  }
  const order: string[] = []

  while (queue.size > 90) {
    const { item = '', client = '' } = queue.shift() ?? {}
    order.push(item)
    if (item === 'slow') queue.charge(client, 9)
  }

  const first = order.slice(0, 55)
  expect(first.filter((item) => item === 'slow').length).toBeGreaterThanOrEqual(4)
  expect(first.filter((item) => item === 'slow').length).toBeLessThanOrEqual(6)
})

test('a charge still counts when the client comes again', () => {
  const queue = new FairQueue<string>()
  queue.push({ item: 'slow', client: 'a', cost: 1 })
  queue.shift()

  queue.charge('a', 5)
  queue.push({ item: 'again', client: 'a', cost: 1 })
  for (const item of ['1', '2', '3', '4', '5']) queue.push({ item, client: 'b', cost: 1 })

  expect(drained(queue)).toEqual(['1', '2', '3', '4', '5', 'again'])
})

test('a charge never exceeds the maximum lead', () => {
  const queue = new FairQueue<string>(3)
  queue.charge('a', 1_000)
  queue.charge('a', 1_000)

  queue.push({ item: 'again', client: 'a', cost: 1 })
  for (const item of ['1', '2', '3', '4', '5']) queue.push({ item, client: 'b', cost: 1 })

  expect(drained(queue).slice(0, 5)).toContain('again')
})

test('a client that is charged while it waits is served after all clients with less work', () => {
  const queue = new FairQueue<string>()
  for (const client of ['a', 'b', 'c']) {
    for (const round of [1, 2]) queue.push({ item: `${client}${round}`, client, cost: 1 })
  }

  queue.charge('a', 10)

  expect(queue.peek()?.item).toBe('b1')
  expect(drained(queue)).toEqual(['b1', 'c1', 'b2', 'c2', 'a1', 'a2'])
})

test('in any sequence no item is lost and each client keeps its order', () => {
  const step = fc.oneof(
    fc.record({ client: fc.constantFrom('a', 'b', 'c'), cost: fc.integer({ min: 1, max: 100_000 }) }),
    fc.record({ charged: fc.constantFrom('a', 'b', 'c'), work: fc.nat(100_000) }),
    fc.constant('take' as const),
  )

  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const queue = new FairQueue<number>()
      const given: number[] = []
      const taken: { client: string; item: number }[] = []
      const take = () => {
        const next = queue.shift()
        if (next) taken.push(next)
        return next
      }
      for (const each of steps) {
        if (each === 'take') take()
        else if ('charged' in each) queue.charge(each.charged, each.work)
        else queue.push({ item: given.push(given.length) - 1, ...each })
      }
      while (take()) {}

      expect(taken.map(({ item }) => item).sort((one, other) => one - other)).toEqual(given)
      for (const client of ['a', 'b', 'c']) {
        const items = taken.filter((each) => each.client === client).map(({ item }) => item)
        expect(items).toEqual(items.toSorted((one, other) => one - other))
      }
    }),
  )
})

test('a client waits in its turn until its last item is taken', () => {
  const queue = new FairQueue<number>()
  queue.push({ item: 1, client: 'a', cost: 1 })
  queue.push({ item: 2, client: 'a', cost: 1 })

  expect([queue.has('a'), queue.has('b')]).toEqual([true, false])
  queue.shift()
  expect(queue.has('a')).toBe(true)
  queue.shift()
  expect(queue.has('a')).toBe(false)
})

import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns, type Turn, TurnEnded } from './turns.ts'

function turnsAt() {
  const clock = { ms: 0 }
  const computing: number[] = []
  const order: string[] = []
  const turns = createTurns(
    (id) => void computing.push(id),
    () => clock.ms,
  )
  let lastId = 0
  const run = (client: string, work: (turn: Turn, id: number) => Promise<void>) => {
    lastId += 1
    const id = lastId
    return turns.run({ id, client }, (turn) => work(turn, id))
  }
  return { clock, computing, order, turns, run }
}

test('one mail computes at a time, over any number of rounds of the loop, and its id is reported', async () => {
  const { computing, order, run } = turnsAt()
  const compute = (name: string) =>
    run(name, async () => {
      for (let round = 0; round < 3; round += 1) {
        order.push(name)
        await nextRound()
      }
    })

  await Promise.all([compute('a'), compute('b')])

  expect(order.join('')).toBe('aaabbb')
  expect(computing.slice(0, 3)).toEqual([1, 0, 2])
})

test('while a mail waits others compute, and many wait at the same time', async () => {
  const { order, run } = turnsAt()
  const answers = [1, 2, 3].map(() => Promise.withResolvers<string>())
  const mails = answers.map(({ promise }, index) =>
    run('a', async ({ pause }) => {
      order.push(`waits ${index}`)
      order.push(`${await pause(promise)} ${index}`)
    }),
  )
  for (let round = 0; round < 20; round += 1) await nextRound()
  expect(order).toEqual(['waits 0', 'waits 1', 'waits 2'])

  for (const { resolve } of answers.toReversed()) {
    resolve('answered')
    for (let round = 0; round < 10; round += 1) await nextRound()
  }
  await Promise.all(mails)

  expect(order.slice(3)).toEqual(['answered 2', 'answered 1', 'answered 0'])
})

test('a wait that ends at once needs no new turn', async () => {
  const { order, computing, run } = turnsAt()
  const mail = (name: string) =>
    run(name, async ({ pause }) => {
      for (let step = 0; step < 3; step += 1) order.push(await pause(Promise.resolve(name)))
    })

  await Promise.all([mail('a'), mail('b')])

  expect(order.join('')).toBe('aaabbb')
  expect(computing.filter((id) => id !== 0)).toEqual([1, 2])
})

test('several waits of one mail at a time each get their result, errors unchanged', async () => {
  const { order, run } = turnsAt()

  await run('a', async ({ pause }) => {
    const asked = [pause(Promise.resolve('one')), pause(nextRound('two')), pause(Promise.reject(new Error('three')))]
    for (const outcome of await Promise.allSettled(asked))
      order.push(outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)
  })

  expect(order).toEqual(['one', 'two', 'three'])
})

test('a client whose mails take long waits behind all others, in any order of arrival', async () => {
  const { clock, order, run } = turnsAt()
  const mail = (client: string, ms: number) =>
    run(client, async () => {
      order.push(client)
      clock.ms += ms
    })

  await Promise.all([
    ...Array.from({ length: 4 }, () => mail('slow', 300)),
    ...Array.from({ length: 4 }, () => mail('quick', 1)),
    ...Array.from({ length: 2 }, () => mail('other', 1)),
  ])

  expect(order[0]).toBe('slow')
  expect(order.slice(1, 7).sort()).toEqual(['other', 'other', 'quick', 'quick', 'quick', 'quick'])
  expect(order.slice(7)).toEqual(['slow', 'slow', 'slow'])
})

test('a long computation lets others go first where it yields its turn', async () => {
  const { clock, order, run } = turnsAt()
  const long = run('long', async ({ yieldTurn }) => {
    for (let step = 0; step < 3; step += 1) {
      order.push('long')
      clock.ms += 100
      await yieldTurn()
    }
  })
  const short = run('short', async () => void order.push('short'))

  await Promise.all([long, short])

  expect(order).toEqual(['long', 'short', 'long', 'long'])
})

test('a cancelled mail ends at its next turn, without any further step', async () => {
  const { order, turns, run } = turnsAt()
  const answer = Promise.withResolvers<void>()
  const mail = run('a', async ({ pause }) => {
    await pause(answer.promise)
    order.push('went on')
  })
  const neverBegun = run('a', async () => void order.push('began'))
  turns.giveUp(2)
  await expect(neverBegun).rejects.toBeInstanceOf(TurnEnded)

  turns.giveUp(1)
  answer.resolve()

  await expect(mail).rejects.toBeInstanceOf(TurnEnded)
  expect(order).toEqual([])
})

test('work that throws ends its turn, and the next one begins', async () => {
  const { order, run } = turnsAt()
  const broken = run('a', async () => {
    throw new Error('broken')
  })
  const next = run('b', async () => void order.push('b'))

  await expect(broken).rejects.toThrow('broken')
  await next

  expect(order).toEqual(['b'])
})

test('under steady load computing time is kept only for the clients with the latest turns', async () => {
  const { clock, order, run } = turnsAt()
  const compute = (client: string, ms: number) =>
    run(client, async () => {
      order.push(client)
      clock.ms += ms
    })
  const answer = Promise.withResolvers<void>()
  const steady = run('steady', ({ pause }) => pause(answer.promise))
  const orderAfter = async (count: number) => {
    await compute('costly', 300)
    for (let at = 0; at < count; at += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => compute(`${at + index} of ${count}`, 1)))
    }
    order.length = 0
    await Promise.all([compute('costly', 1), compute('new', 1)])
    return order.join()
  }

  expect(await orderAfter(1_000)).toBe('new,costly')
  expect(await orderAfter(30_000)).toBe('costly,new')
  answer.resolve()
  await steady
})

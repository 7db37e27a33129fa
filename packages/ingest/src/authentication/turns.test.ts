import { setImmediate as nextRound } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurns, type Turn, TurnEnded } from './turns.ts'

function turnsAt() {
  const clock = { ms: 0 }
  const told: number[] = []
  const said: string[] = []
  const turns = createTurns(
    (id) => void told.push(id),
    () => clock.ms,
  )
  let lastId = 0
  const run = (client: string, work: (turn: Turn, id: number) => Promise<void>) => {
    lastId += 1
    const id = lastId
    return turns.run({ id, client }, (turn) => work(turn, id))
  }
  return { clock, told, said, turns, run }
}

test('one mail computes at a time, over any number of rounds of the loop, and it is told which', async () => {
  const { told, said, run } = turnsAt()
  const compute = (name: string) =>
    run(name, async () => {
      for (let round = 0; round < 3; round += 1) {
        said.push(name)
        await nextRound()
      }
    })

  await Promise.all([compute('a'), compute('b')])

  expect(said.join('')).toBe('aaabbb')
  expect(told.slice(0, 3)).toEqual([1, 0, 2])
})

test('while a mail waits others compute, and many wait side by side', async () => {
  const { said, run } = turnsAt()
  const answers = [1, 2, 3].map(() => Promise.withResolvers<string>())
  const mails = answers.map(({ promise }, index) =>
    run('a', async ({ pause }) => {
      said.push(`asks ${index}`)
      said.push(`${await pause(promise)} ${index}`)
    }),
  )
  for (let round = 0; round < 20; round += 1) await nextRound()
  expect(said).toEqual(['asks 0', 'asks 1', 'asks 2'])

  for (const { resolve } of answers.toReversed()) {
    resolve('heard')
    for (let round = 0; round < 10; round += 1) await nextRound()
  }
  await Promise.all(mails)

  expect(said.slice(3)).toEqual(['heard 2', 'heard 1', 'heard 0'])
})

test('a wait for what is there already costs no turn', async () => {
  const { said, told, run } = turnsAt()
  const mail = (name: string) =>
    run(name, async ({ pause }) => {
      for (let step = 0; step < 3; step += 1) said.push(await pause(Promise.resolve(name)))
    })

  await Promise.all([mail('a'), mail('b')])

  expect(said.join('')).toBe('aaabbb')
  expect(told.filter((id) => id !== 0)).toEqual([1, 2])
})

test('several waits of one mail at a time are each answered, and a fault arrives as what it is', async () => {
  const { said, run } = turnsAt()

  await run('a', async ({ pause }) => {
    const asked = [pause(Promise.resolve('one')), pause(nextRound('two')), pause(Promise.reject(new Error('three')))]
    for (const outcome of await Promise.allSettled(asked))
      said.push(outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)
  })

  expect(said).toEqual(['one', 'two', 'three'])
})

test('who sends mails that take long waits behind everybody else, whatever came first', async () => {
  const { clock, said, run } = turnsAt()
  const mail = (client: string, ms: number) =>
    run(client, async () => {
      said.push(client)
      clock.ms += ms
    })

  await Promise.all([
    ...Array.from({ length: 4 }, () => mail('slow', 300)),
    ...Array.from({ length: 4 }, () => mail('quick', 1)),
    ...Array.from({ length: 2 }, () => mail('other', 1)),
  ])

  expect(said[0]).toBe('slow')
  expect(said.slice(1, 7).sort()).toEqual(['other', 'other', 'quick', 'quick', 'quick', 'quick'])
  expect(said.slice(7)).toEqual(['slow', 'slow', 'slow'])
})

test('one that computes for long lets others go first where it gives way', async () => {
  const { clock, said, run } = turnsAt()
  const long = run('long', async ({ giveWay }) => {
    for (let step = 0; step < 3; step += 1) {
      said.push('long')
      clock.ms += 100
      await giveWay()
    }
  })
  const short = run('short', async () => void said.push('short'))

  await Promise.all([long, short])

  expect(said).toEqual(['long', 'short', 'long', 'long'])
})

test('a mail that is given up ends at its next turn, without any further step', async () => {
  const { said, turns, run } = turnsAt()
  const answer = Promise.withResolvers<void>()
  const mail = run('a', async ({ pause }) => {
    await pause(answer.promise)
    said.push('went on')
  })
  const neverBegun = run('a', async () => void said.push('began'))
  turns.giveUp(2)
  await expect(neverBegun).rejects.toBeInstanceOf(TurnEnded)

  turns.giveUp(1)
  answer.resolve()

  await expect(mail).rejects.toBeInstanceOf(TurnEnded)
  expect(said).toEqual([])
})

test('work that throws ends its turn, and the next one has it', async () => {
  const { said, run } = turnsAt()
  const broken = run('a', async () => {
    throw new Error('broken')
  })
  const next = run('b', async () => void said.push('b'))

  await expect(broken).rejects.toThrow('broken')
  await next

  expect(said).toEqual(['b'])
})

test('under steady load computing counts for the clients that had a turn last, not for every one there ever was', async () => {
  const { clock, said, run } = turnsAt()
  const compute = (client: string, ms: number) =>
    run(client, async () => {
      said.push(client)
      clock.ms += ms
    })
  const answer = Promise.withResolvers<void>()
  const steady = run('steady', ({ pause }) => pause(answer.promise))
  const orderAfter = async (count: number) => {
    await compute('costly', 300)
    for (let at = 0; at < count; at += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => compute(`${at + index} of ${count}`, 1)))
    }
    said.length = 0
    await Promise.all([compute('costly', 1), compute('new', 1)])
    return said.join()
  }

  expect(await orderAfter(1_000)).toBe('new,costly')
  expect(await orderAfter(30_000)).toBe('costly,new')
  answer.resolve()
  await steady
})

import { expect, test } from 'vitest'
import { createFairTurns, TooManyWaiting } from './fair-turns.ts'

test('a key that comes while another one works is served before the next piece of work of that one', async () => {
  const turns = createFairTurns({ perKey: 1, total: 1 })
  const served: string[] = []

  await Promise.all(['a', 'a', 'b'].map((key) => turns.run({ key }, async () => void served.push(key))))

  expect(served).toEqual(['a', 'b', 'a'])
})

test('a key with too much waiting work is refused, and others are not', async () => {
  const turns = createFairTurns({ perKey: 1, total: 2, waitingPerKey: 1 })
  const gate = Promise.withResolvers<void>()
  const held = ['a', 'a'].map((key) => turns.run({ key }, () => gate.promise))

  await expect(turns.run({ key: 'a' }, async () => {})).rejects.toBeInstanceOf(TooManyWaiting)

  expect(await turns.run({ key: 'b' }, async () => 'served')).toBe('served')
  expect(turns.waiting).toBe(1)
  gate.resolve()
  await Promise.all(held)
})

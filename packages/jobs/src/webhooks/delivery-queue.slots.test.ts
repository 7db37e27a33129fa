import { expect, test } from 'vitest'
import { SharedSlots } from './delivery-queue.ts'

/** Takes one slot after the other, as long as there are any. @returns how many */
function takeAll(slots: SharedSlots, serviceId: string): number {
  let count = 0
  while (slots.freeFor(serviceId) > 0) {
    slots.take(serviceId)
    count += 1
  }
  return count
}

test('a service alone gets half of the slots, and each one after it half of what is left, so that there is room for the next', () => {
  const slots = new SharedSlots(1_000)

  expect(slots.freeFor('a')).toBe(500)
  expect(['a', 'b', 'c'].map((serviceId) => takeAll(slots, serviceId))).toEqual([500, 250, 125])
  expect(slots.freeFor('d')).toBe(63)
})

test('what many services ask for in turn is shared equally', () => {
  const slots = new SharedSlots(1_000)
  const taken = { a: 0, b: 0, c: 0 }
  const names = ['a', 'b', 'c'] as const

  while (names.some((name) => slots.freeFor(name) > 0)) {
    for (const name of names) {
      if (slots.freeFor(name) === 0) continue
      slots.take(name)
      taken[name] += 1
    }
  }

  expect(taken).toEqual({ a: 250, b: 250, c: 250 })
})

test('a slot that is given back can be taken again', () => {
  const slots = new SharedSlots(2)
  slots.take('a')
  expect(slots.freeFor('a')).toBe(0)
  expect(slots.freeFor('b')).toBe(1)

  slots.giveBack('a')

  expect(slots.freeFor('a')).toBe(1)
})

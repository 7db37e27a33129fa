import { ipList } from '@inlet/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

const budget = (shareOfOne: number) =>
  createMemoryBudget({ totalBytes: 1_000, shareOfOne, isExempt: ipList(['127.0.0.0/8']) })

test('all clients together hold no more than the total', () => {
  const { reserve, release } = budget(1)

  expect(reserve('192.0.2.1', 600)).toBe(true)
  expect(reserve('192.0.2.2', 401)).toBe(false)
  expect(reserve('192.0.2.2', 400)).toBe(true)
  expect(reserve('192.0.2.3', 1)).toBe(false)
  release('192.0.2.1', 600)
  expect(reserve('192.0.2.3', 600)).toBe(true)
})

test('one client, in any spelling, holds no more than its share, and leaves room for others', () => {
  const { reserve } = budget(0.25)

  expect(reserve('192.0.2.1', 250)).toBe(true)
  expect(reserve('::ffff:192.0.2.1', 1)).toBe(false)
  expect(reserve('2001:db8::1', 200)).toBe(true)
  expect(reserve('2001:db8::2', 51)).toBe(false)
  expect(reserve('2001:db8:0:1::', 250)).toBe(true)
})

test('an exempt client may take all that is free, but no more', () => {
  const { reserve } = budget(0.1)

  expect(reserve('192.0.2.1', 100)).toBe(true)
  expect(reserve('127.0.0.1', 900)).toBe(true)
  expect(reserve('127.0.0.1', 1)).toBe(false)
})

test('what was refused is not taken', () => {
  const { reserve } = budget(1)

  expect(reserve('192.0.2.1', 1_001)).toBe(false)
  expect(reserve('192.0.2.2', 1_000)).toBe(true)
})

test('nobody gives back more than he holds', () => {
  const { reserve, release } = budget(1)

  expect(reserve('192.0.2.1', 1_000)).toBe(true)
  release('192.0.2.2', 500)
  release('192.0.2.1', 9_999)
  release('192.0.2.1', 9_999)
  expect(reserve('192.0.2.2', 1_001)).toBe(false)
  expect(reserve('192.0.2.2', 1_000)).toBe(true)
})

test('after any sequence the free bytes are those that nobody holds', () => {
  const ip = fc.constantFrom('192.0.2.1', '192.0.2.2', '127.0.0.1')
  fc.assert(
    fc.property(fc.array(fc.tuple(ip, fc.integer({ min: -600, max: 600 })), { maxLength: 60 }), (acts) => {
      const { reserve, release } = budget(0.5)
      const held = new Map<string, number>()
      const total = () => [...held.values()].reduce((sum, bytes) => sum + bytes, 0)

      for (const [address, bytes] of acts) {
        const before = held.get(address) ?? 0
        if (bytes < 0) {
          release(address, -bytes)
          held.set(address, Math.max(0, before + bytes))
          continue
        }
        const fits = total() + bytes <= 1_000 && (before + bytes <= 500 || address === '127.0.0.1')
        expect(reserve(address, bytes)).toBe(fits)
        if (fits) held.set(address, before + bytes)
      }
      expect(reserve('127.0.0.1', 1_000 - total() + 1)).toBe(false)
      expect(reserve('127.0.0.1', 1_000 - total())).toBe(true)
    }),
  )
})

test('memory is scarce when more than four fifths are held, and no longer', () => {
  const budget = createMemoryBudget({ totalBytes: 100, shareOfOne: 1, isExempt: () => false })

  budget.reserve('192.0.2.1', 80)
  expect(budget.isScarce()).toBe(false)
  budget.reserve('192.0.2.2', 1)
  expect(budget.isScarce()).toBe(true)
  budget.release('192.0.2.1', 80)
  expect(budget.isScarce()).toBe(false)
})

import { expect, test } from 'vitest'
import { KeyCosts } from './key-costs.ts'

test('a new key is neither slow nor quick until a few jobs were done', () => {
  const costs = new KeyCosts()

  expect([costs.isSlow('a'), costs.isQuick('a')]).toEqual([false, false])
  costs.record('a', 0)

  expect([costs.isSlow('a'), costs.isQuick('a')]).toEqual([false, true])
})

test('one job that used its whole time slice makes its key slow, and so do many that took a little too long', () => {
  const costs = new KeyCosts()
  for (let index = 0; index < 100; index++) costs.record('known', 0)

  costs.record('known', 150)
  for (let index = 0; index < 10; index++) costs.record('often', 30)

  expect([costs.isSlow('known'), costs.isSlow('often'), costs.isSlow('other')]).toEqual([true, true, false])
})

test('a slow key becomes quick again by its jobs', () => {
  const costs = new KeyCosts()
  costs.record('a', 5_000)

  for (let index = 0; index < 20; index++) costs.record('a', 0)
  expect(costs.isSlow('a')).toBe(true)
  for (let index = 0; index < 20; index++) costs.record('a', 0)

  expect([costs.isSlow('a'), costs.isQuick('a')]).toEqual([false, true])
})

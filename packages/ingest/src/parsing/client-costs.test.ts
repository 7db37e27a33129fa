import { expect, test } from 'vitest'
import { ClientCosts } from './client-costs.ts'

test('a new client is neither slow nor quick until a few mails were parsed', () => {
  const costs = new ClientCosts()

  expect([costs.isSlow('a'), costs.isQuick('a')]).toEqual([false, false])
  costs.record('a', 0)

  expect([costs.isSlow('a'), costs.isQuick('a')]).toEqual([false, true])
})

test('one mail that used its whole time slice makes its client slow, and so do many that took a little too long', () => {
  const costs = new ClientCosts()
  for (let index = 0; index < 100; index++) costs.record('known', 0)

  costs.record('known', 150)
  for (let index = 0; index < 10; index++) costs.record('often', 30)

  expect([costs.isSlow('known'), costs.isSlow('often'), costs.isSlow('other')]).toEqual([true, true, false])
})

test('a slow client becomes quick again by its mails', () => {
  const costs = new ClientCosts()
  costs.record('a', 5_000)

  for (let index = 0; index < 20; index++) costs.record('a', 0)
  expect(costs.isSlow('a')).toBe(true)
  for (let index = 0; index < 20; index++) costs.record('a', 0)

  expect([costs.isSlow('a'), costs.isQuick('a')]).toEqual([false, true])
})

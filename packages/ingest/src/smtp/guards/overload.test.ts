import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { LagWatch, watchEventLoop } from './overload.ts'

const sampled = (watch: LagWatch, ...lags: number[]) => {
  for (const lag of lags) watch.sample(lag)
  return watch.isBusy
}

test('one long pause is no overload, three in a row are', () => {
  const watch = new LagWatch(200)

  expect(sampled(watch, 1_000, 10, 1_000, 1_000)).toBe(false)
  expect(sampled(watch, 201)).toBe(true)
})

test('it is over when five samples in a row are below half the limit', () => {
  const watch = new LagWatch(200)
  sampled(watch, 300, 300, 300)

  expect(sampled(watch, 99, 99, 99, 99, 150)).toBe(true)
  expect(sampled(watch, 99, 99, 99, 99, 99)).toBe(false)
})

test('a loop that is kept busy is noticed, unless there is no limit', async () => {
  const overload = watchEventLoop(20)
  const unlimited = watchEventLoop(0)

  await waitFor(() => {
    const until = performance.now() + 150
    while (performance.now() < until);
    return overload.isOverloaded()
  })

  expect(unlimited.isOverloaded()).toBe(false)
  overload.stop()
})

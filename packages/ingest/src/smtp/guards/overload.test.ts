import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { createOverload, LagWatch, type Lateness, watchEventLoop } from './overload.ts'

const sampled = (watch: LagWatch, ...lags: number[]) => {
  for (const lag of lags) watch.sample(lag)
  return watch.isBusy
}

test('one long pause is no overload, three late samples in a row are', () => {
  const watch = new LagWatch(200)

  expect(sampled(watch, 1_000, 10, 1_000, 1_000)).toBe(false)
  expect(sampled(watch, 201)).toBe(true)
})

test('an overload ends after five samples in a row below half the limit', () => {
  const watch = new LagWatch(200)
  sampled(watch, 300, 300, 300)

  expect(sampled(watch, 99, 99, 99, 99, 150)).toBe(true)
  expect(sampled(watch, 99, 99, 99, 99, 99)).toBe(false)
})

test('an event loop that is kept busy is very late; with limit 0 it never is', async () => {
  const loop = watchEventLoop(5)
  const unlimited = watchEventLoop(0)

  await waitFor(() => {
    const until = performance.now() + 150
    while (performance.now() < until);
    return loop.lateness() === 'very late'
  })

  expect(unlimited.lateness()).toBe('none')
  loop.stop()
})

function overloadAt(lateness: Lateness) {
  let now = 0
  const overload = createOverload({ lateness: () => lateness, now: () => now })
  overload.count('192.0.2.1', 1024 * 1024 + 1)
  overload.count('192.0.2.2', 1024 * 1024)
  overload.count('2001:db8::1', 600_000)
  overload.count('2001:db8::2', 600_000)
  const refused = () =>
    ['192.0.2.1', '192.0.2.2', '192.0.2.3', '2001:db8::3'].filter((clientIp) => overload.refuses(clientIp))
  return {
    refused,
    advance: (ms: number) => {
      now += ms
    },
  }
}

test('while the event loop is late, clients that sent more than 1 MiB lately are refused, the addresses of a /64 together', () => {
  const { refused, advance } = overloadAt('late')

  expect(refused()).toEqual(['192.0.2.1', '2001:db8::3'])
  advance(10_000)
  expect(refused()).toEqual([])
})

test('while the event loop is very late, all clients are refused; while it is on time, none', () => {
  expect(overloadAt('very late').refused()).toHaveLength(4)
  expect(overloadAt('none').refused()).toEqual([])
})

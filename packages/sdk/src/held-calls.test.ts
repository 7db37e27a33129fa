import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longestMs } from './check-options.ts'
import { HeldCalls } from './held-calls.ts'

const never = performance.now() + longestMs

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Calls that are held until the test answers them. */
function startCalls(places: number) {
  const held = new HeldCalls(places, globalThis)
  const log: string[] = []
  const answers = new Map<string, () => void>()
  const begin = (name: string, how: { signal?: AbortSignal; endsAt?: number } = {}) =>
    held.run(
      (signal) =>
        new Promise<string>((resolve, reject) => {
          log.push(`${name} held`)
          answers.set(name, () => resolve(`answer to ${name}`))
          signal.addEventListener('abort', () => {
            log.push(`${name} hung up`)
            reject(signal.reason)
          })
        }),
      { endsAt: never, signal: undefined, ...how },
    )
  return { begin, log, answer: (name: string) => answers.get(name)?.() }
}

/** Lets everything happen that needs no time. */
const settle = () => new Promise(setImmediate)

test('no more calls are held than there are places; the next ones get theirs in the order of asking', async () => {
  const { begin, log, answer } = startCalls(2)

  const [first] = [begin('a'), begin('b'), begin('c'), begin('d')]
  await settle()
  expect(log).toEqual(['a held', 'b held'])
  answer('a')
  await settle()

  expect(await first).toBe('answer to a')
  expect(log).toEqual(['a held', 'b held', 'c held'])
})

test('whoever has held a place for five seconds gives it to a wait that has none, and only then', async () => {
  const { begin, log } = startCalls(1)

  const first = begin('a')
  void begin('b')
  await settle()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(log).toEqual(['a held'])
  await vi.advanceTimersByTimeAsync(1)
  await settle()

  expect(await first).toBeNull()
  expect(log).toEqual(['a held', 'a hung up', 'b held'])
})

test('a call is held on where nobody waits for its place, and gives way as soon as somebody does', async () => {
  const { begin, log } = startCalls(2)

  const calls = [begin('a'), begin('b')]
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log).toEqual(['a held', 'b held'])
  void begin('c')
  await settle()

  expect(await calls[0]).toBeNull()
  expect(log).toEqual(['a held', 'b held', 'a hung up', 'c held'])
})

test('a wait whose time is up, or that is given up, leaves the queue without a place', async () => {
  const { begin, log, answer } = startCalls(1)
  const controller = new AbortController()

  void begin('a')
  const late = begin('b', { endsAt: performance.now() + 1_000 })
  const givenUp = begin('c', { signal: controller.signal })
  await settle()
  controller.abort()
  await vi.advanceTimersByTimeAsync(1_001)
  answer('a')
  await settle()

  expect(await late).toBeNull()
  expect(await givenUp).toBeNull()
  expect(log).toEqual(['a held'])
})

test('a call that fails frees its place, and its error is thrown', async () => {
  const held = new HeldCalls(1)
  const turn = { endsAt: never, signal: undefined }

  await expect(held.run(() => Promise.reject(new Error('refused')), turn)).rejects.toThrow('refused')

  expect(await held.run(async () => 'next', turn)).toBe('next')
})

test('an abort from outside ends a held call with its reason', async () => {
  const { begin } = startCalls(1)
  const controller = new AbortController()

  const call = begin('a', { signal: controller.signal })
  const ended = expect(call).rejects.toThrow('the test is over')
  await settle()
  controller.abort(new Error('the test is over'))

  await ended
})

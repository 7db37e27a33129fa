import { afterEach, expect, test, vi } from 'vitest'
import { replayTurns } from './replays.ts'

afterEach(() => void vi.useRealTimers())

/** A replay that goes on until it is told to end. */
function heldReplay() {
  const held = Promise.withResolvers<string>()
  return { read: vi.fn(() => held.promise), end: () => held.resolve('missed') }
}

test('a hundred replays of one user run one at a time, and the replay of another user beside them at once', async () => {
  const run = replayTurns()
  const replays = Array.from({ length: 100 }, heldReplay)
  const running = replays.map(({ read }) => run('greedy', read))

  expect(await run('bystander', async () => 'missed')).toBe('missed')

  expect(replays.filter(({ read }) => read.mock.calls.length > 0).length).toBe(1)
  for (const { end } of replays) end()
  expect(new Set(await Promise.all(running))).toEqual(new Set(['missed']))
})

test('a replay without a turn within a second is none, and one that gets its turn must end within the same second', async () => {
  vi.useFakeTimers()
  const run = replayTurns()
  const replays = Array.from({ length: 4 }, heldReplay)
  const held = replays.map(({ read }, user) => run(`user ${user}`, read))
  const late = vi.fn(async () => 'missed')
  const waiting = run('late', late)
  await vi.advanceTimersByTimeAsync(400)
  const untilEnded = (signal: AbortSignal) =>
    new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)))
  const next = vi.fn(untilEnded)
  const running = run('next', next)

  await vi.advanceTimersByTimeAsync(600)
  expect(await waiting).toBeNull()
  for (const { end } of replays) end()
  await Promise.all(held)
  expect(next.mock.calls.map(([signal]) => signal.aborted)).toEqual([false])
  await vi.advanceTimersByTimeAsync(400)

  expect(await running).toBeNull()
  expect(late).not.toHaveBeenCalled()
})

test('an error of a replay is passed on, and frees its place', async () => {
  const run = replayTurns()

  await expect(run('user', () => Promise.reject(new Error('the database is away')))).rejects.toThrow('away')

  expect(await run('user', async () => 'missed')).toBe('missed')
})

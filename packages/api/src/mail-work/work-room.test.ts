import { createLog } from '@inlet/runtime'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { type RoomLimits, workRoom } from './work-room.ts'
import { type Work, WorkFailed } from './work-thread.ts'

const limits: RoomLimits = {
  threads: 2,
  deadlineMs: 20_000,
  startMs: 20_000,
  idleMs: 60_000,
  heapMb: 64,
  waitingPerCaller: 3,
}

/** Answers a text in capitals; `sleep` never ends, `eat` takes all memory, `throw` and `exit` end the thread. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', (task) => {
      if (task === 'sleep') for (;;) {}
      if (task === 'eat') { let eaten = null; for (;;) eaten = { eaten } }
      if (task === 'throw') throw new RangeError('secret words of a mail')
      if (task === 'exit') process.exit(3)
      if (task === 'die later') { parentPort.postMessage(String(threadId)); setTimeout(() => process.exit(3), 1); return }
      parentPort.postMessage(task === 'who' ? String(threadId) : task.toUpperCase())
    })
    parentPort.postMessage('ready')`)}`,
)

function startRoom(more: Partial<RoomLimits> = {}) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const room = workRoom<string, string>(script, { ...limits, ...more }, log)
  return { room, lines, [Symbol.asyncDispose]: () => room.stop() }
}

const work = (task: string) => async (): Promise<Work<string>> => ({ task, transfer: [] })

test('work is done, and a thread that has done some does the next', async () => {
  await using started = startRoom()

  expect(await started.room.run('a', work('hello'))).toBe('HELLO')
  const first = await started.room.run('a', work('who'))
  expect(await started.room.run('b', work('who'))).toBe(first)
})

test.each([
  ['sleep', { deadlineMs: 300 }, 'deadline'],
  ['eat', {}, 'ERR_WORKER_OUT_OF_MEMORY'],
  ['throw', {}, 'RangeError'],
  ['exit', {}, 'exit'],
])(
  'work that its thread does not survive (%s) fails alone, and the log has the reason and nothing of the work',
  async (task, more, reason) => {
    await using started = startRoom(more)

    const failed = await started.room.run('a', work(task)).catch((error: unknown) => error)

    expect(failed).toBeInstanceOf(WorkFailed)
    expect(failed).toMatchObject({ reason })
    expect(started.lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'mail thread replaced', reason }])
    expect(started.lines.join('')).not.toContain('secret')
    expect(await started.room.run('a', work('again'))).toBe('AGAIN')
  },
)

test('slow work of one caller is a wait for that caller alone, however much of it there is', async () => {
  await using started = startRoom({ deadlineMs: 5_000 })
  const slow = Array.from({ length: 4 }, () => started.room.run('slow', work('sleep')).catch(() => 'failed'))

  // All are served while the first of the slow ones is still at it.
  for (const caller of ['a', 'b', 'a']) expect(await started.room.run(caller, work('quick'))).toBe('QUICK')
  expect(await Promise.race([...slow, 'going on'])).toBe('going on')
})

test('callers take turns: with one thread, a, a and b are served a, b, a', async () => {
  await using started = startRoom({ threads: 1 })
  const served: string[] = []
  const run = (caller: string) =>
    started.room.run(caller, async () => {
      served.push(caller)
      return { task: 'quick', transfer: [] }
    })

  await Promise.all(['a', 'a', 'b'].map(run))

  expect(served).toEqual(['a', 'b', 'a'])
})

test('a caller with too much waiting is refused, others are not; what waits is not prepared', async () => {
  await using started = startRoom()
  let prepared = 0
  const counted = async () => {
    prepared += 1
    return { task: 'sleep', transfer: [] }
  }
  const outcomes = Array.from({ length: 4 }, () => started.room.run('slow', counted).catch(() => 'ended'))

  await expect(started.room.run('slow', counted)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    facts: { details: [{ code: 'rate_limited' }], retryAfterSeconds: 1 },
  })

  expect(await started.room.run('other', work('quick'))).toBe('QUICK')
  expect(prepared).toBe(1)
  await started.room.stop()
  await Promise.all(outcomes)
})

test('what cannot be prepared fails with its own error and takes no thread', async () => {
  await using started = startRoom()
  const fault = new Error('away')

  await expect(started.room.run('a', () => Promise.reject(fault))).rejects.toBe(fault)

  expect(await started.room.run('a', work('quick'))).toBe('QUICK')
  expect(started.lines).toEqual([])
})

test('a thread without work ends after a while, and the next work has a new one', async () => {
  await using started = startRoom({ idleMs: 1 })
  const first = await started.room.run('a', work('who'))

  await waitFor(async () => (await started.room.run('a', work('who'))) !== first)

  expect(started.lines).toEqual([])
})

test('a thread that ends by itself while it has no work is not given any', async () => {
  await using started = startRoom()
  const first = await started.room.run('a', work('die later'))

  // It may end just when it is asked.
  await waitFor(async () => (await started.room.run('a', work('who')).catch(() => first)) !== first)
})

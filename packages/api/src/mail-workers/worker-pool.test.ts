import { createLog } from '@inlet/runtime'
import { waitFor } from '@inlet/testkit'
import { JobFailed } from '@inlet/threads'
import { expect, test } from 'vitest'
import { type PoolLimits, type WorkItem, workerPool } from './worker-pool.ts'

const limits: PoolLimits = {
  threads: 2,
  deadlineMs: 20_000,
  startMs: 20_000,
  idleMs: 60_000,
  heapMb: 64,
  waitingPerCaller: 3,
  maxWaitMs: 60_000,
}

/** Replies with the text in capitals; `sleep` never ends, `eat` uses up the memory, `throw` and `exit` end the thread. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads'
    parentPort.on('message', ([{ id, task }]) => {
      const reply = (result) => parentPort.postMessage([{ id, result }])
      if (task === 'sleep') for (;;) {}
      if (task === 'eat') { let eaten = null; for (;;) eaten = { eaten } }
      if (task === 'throw') throw new RangeError('secret words of a mail')
      if (task === 'exit') process.exit(3)
      if (task === 'die later') { reply(String(threadId)); setTimeout(() => process.exit(3), 1); return }
      reply(task === 'who' ? String(threadId) : task.toUpperCase())
    })
    parentPort.postMessage('ready')`)}`,
)

function startPool(more: Partial<PoolLimits> = {}) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const pool = workerPool<string, string>(script, { ...limits, ...more }, log)
  return { pool, lines, [Symbol.asyncDispose]: () => pool.stop() }
}

const work = (task: string) => async (): Promise<WorkItem<string>> => ({ task, transfer: [] })

test('a work item has its result, and an idle thread is used again', async () => {
  await using started = startPool()

  expect(await started.pool.run('a', work('hello'))).toBe('HELLO')
  const first = await started.pool.run('a', work('who'))
  expect(await started.pool.run('b', work('who'))).toBe(first)
})

test.each([
  ['sleep', { deadlineMs: 300 }, 'deadline'],
  ['eat', {}, 'ERR_WORKER_OUT_OF_MEMORY'],
  ['throw', {}, 'RangeError'],
  ['exit', {}, 'exit'],
])(
  'a work item that ends its thread (%s) fails alone, and the log has the reason and nothing of the input',
  async (task, more, reason) => {
    await using started = startPool(more)

    const failed = await started.pool.run('a', work(task)).catch((error: unknown) => error)

    expect(failed).toBeInstanceOf(JobFailed)
    expect(failed).toMatchObject({ reason })
    expect(started.lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: 'mail thread replaced', reason }])
    expect(started.lines.join('')).not.toContain('secret')
    expect(await started.pool.run('a', work('again'))).toBe('AGAIN')
  },
)

test('slow work of one caller delays no other caller, however much of it there is', async () => {
  await using started = startPool({ deadlineMs: 5_000 })
  const slow = Array.from({ length: 4 }, () => started.pool.run('slow', work('sleep')).catch(() => 'failed'))

  // All are served while the first slow item still runs.
  for (const caller of ['a', 'b', 'a']) expect(await started.pool.run(caller, work('quick'))).toBe('QUICK')
  expect(await Promise.race([...slow, 'going on'])).toBe('going on')
})

test('callers take turns: with one thread, a, a and b are served a, b, a', async () => {
  await using started = startPool({ threads: 1 })
  const served: string[] = []
  const run = (caller: string) =>
    started.pool.run(caller, async () => {
      served.push(caller)
      return { task: 'quick', transfer: [] }
    })

  await Promise.all(['a', 'a', 'b'].map(run))

  expect(served).toEqual(['a', 'b', 'a'])
})

test('a caller with too many waiting items is refused, others are not; a waiting item is not prepared', async () => {
  await using started = startPool()
  let prepared = 0
  const counted = async () => {
    prepared += 1
    return { task: 'sleep', transfer: [] }
  }
  const outcomes = Array.from({ length: 4 }, () => started.pool.run('slow', counted).catch(() => 'ended'))

  await expect(started.pool.run('slow', counted)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    facts: { details: [{ code: 'rate_limited' }], retryAfterSeconds: 1 },
  })

  expect(await started.pool.run('other', work('quick'))).toBe('QUICK')
  expect(prepared).toBe(1)
  await started.pool.stop()
  await Promise.all(outcomes)
})

test('an item that waits too long is refused, with an error that says whether its own caller is the reason, and others are served later', async () => {
  await using started = startPool({ threads: 1, maxWaitMs: 1 })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const held = started.pool.run('busy', async () => {
    await released
    return { task: 'quick', transfer: [] }
  })

  await expect(started.pool.run('busy', work('own'))).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    facts: { details: [{ code: 'rate_limited' }], retryAfterSeconds: 1 },
  })
  await expect(started.pool.run('bystander', work('quick'))).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    facts: { retryAfterSeconds: 1 },
  })

  release()
  expect(await held).toBe('QUICK')
  expect(await started.pool.run('bystander', work('quick'))).toBe('QUICK')
})

test('an item that cannot be prepared fails with its own error and uses no thread', async () => {
  await using started = startPool()
  const error = new Error('away')

  await expect(started.pool.run('a', () => Promise.reject(error))).rejects.toBe(error)

  expect(await started.pool.run('a', work('quick'))).toBe('QUICK')
  expect(started.lines).toEqual([])
})

test('an idle thread ends after a while, and the next item has a new one', async () => {
  await using started = startPool({ idleMs: 1 })
  const first = await started.pool.run('a', work('who'))

  await waitFor(async () => (await started.pool.run('a', work('who'))) !== first)

  expect(started.lines).toEqual([])
})

test('a thread that ended by itself while it was idle is not used again', async () => {
  await using started = startPool()
  const first = await started.pool.run('a', work('die later'))

  // It may end just when it gets the item.
  await waitFor(async () => (await started.pool.run('a', work('who')).catch(() => first)) !== first)
})

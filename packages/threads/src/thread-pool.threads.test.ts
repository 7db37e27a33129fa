import { expect, test } from 'vitest'
import { createThreadPool, JobFailed, type PoolOptions } from './thread-pool.ts'
import type { ThreadJob } from './worker-thread.ts'

type Options = PoolOptions<string, ThreadJob & { word: string }>

/** Answers each task with its words in capitals; `stuck` never ends, and `early` is answered after the others. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, workerData } from 'node:worker_threads'
    parentPort.on('message', (tasks) => {
      if (!Array.isArray(tasks)) return
      for (const { id, word } of tasks) {
        Atomics.store(workerData.progress, 0, id)
        Atomics.add(workerData.progress, 1, 1)
        if (word === 'stuck') for (;;);
        setTimeout(() => parentPort.postMessage([{ id, word: word.toUpperCase() }]), word === 'early' ? 60_000 : 0)
      }
      Atomics.store(workerData.progress, 0, 0)
    })
    parentPort.postMessage('ready')`)}`,
)
const broken = new URL(`data:text/javascript,${encodeURIComponent('throw new RangeError("secret")')}`)

const standard: Options = {
  ...{ script, name: 'test', heapMb: 64, startMs: 20_000, pauseMs: 600_000 },
  ...{ threads: 1, hasLightLanes: false, jobsPerThread: 10, waitsForThreads: false },
  pack: ({ id, task }) => ({ task: { id, word: task }, transfer: [] }),
}
const turns = { computeMs: 100, stuckMs: 60_000, checkMs: 5 }

function startPool(more: Partial<Options> = {}) {
  const pool = createThreadPool({ ...standard, ...more })
  const outcome = (word: string, signal?: AbortSignal) =>
    pool.run('key', word, signal).then(
      (answer) => answer.word,
      (error: unknown) => (error instanceof JobFailed ? `${error.reason}, by ${error.by}` : 'unknown'),
    )
  return { pool, outcome, [Symbol.asyncDispose]: () => pool.stop() }
}

test('jobs that take turns are answered in any order, and one that computes too long ends alone', async () => {
  await using started = startPool({ turns })
  const early = started.outcome('early')
  expect(await started.outcome('quick')).toBe('QUICK')

  expect(await started.outcome('stuck')).toBe('deadline, by itself')

  expect(await early).toBe('deadline, by another job')
  expect(await started.outcome('again')).toBe('AGAIN')
})

test('after a thread that ended through no job, others are refused until the pause is over', async () => {
  await using started = startPool({ script: broken })

  expect(await started.outcome('one')).toBe('RangeError, by no job')
  expect(await started.outcome('two')).toBe('paused, by no job')
})

test('a job is forgotten when its signal is aborted, also where a thread has it', async () => {
  await using started = startPool({ turns })
  const sender = new AbortController()
  const early = started.outcome('early', sender.signal)
  await started.outcome('quick')

  sender.abort()

  expect(await early).toBe('dropped, by no job')
  expect(await started.outcome('late', sender.signal)).toBe('dropped, by no job')
  expect(await started.outcome('other')).toBe('OTHER')
})

test('stop fails what runs, what waits, and what comes later', async () => {
  const started = startPool({ jobsPerThread: 1 })
  const before = ['early', 'waiting'].map((word) => started.outcome(word))
  expect([started.pool.running, started.pool.waiting.light]).toEqual([1, 1])

  await started.pool.stop()

  expect(await Promise.all([...before, started.outcome('later')])).toEqual(Array(3).fill('stopped, by no job'))
})

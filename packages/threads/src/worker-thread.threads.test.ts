import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ThreadEnd, type ThreadJob, WorkerThread } from './worker-thread.ts'

const options = { name: 'test', heapMb: 64, startMs: 20_000, pack: (task: ThreadJob) => ({ task, transfer: [] }) }

/** A thread that answers its first job, and with the second one does `second`. */
const scriptOf = (second: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      const answer = (id) => parentPort.postMessage([{ id }])
      parentPort.on('message', ([{ id }]) => { if (id === 1) answer(id); else { ${second} } })
      parentPort.postMessage('ready')`)}`,
  )

/** How a thread's second job ends when the process is blocked for `blockedMs` once the thread has it. */
async function endOf(second: string, { deadlineMs, blockedMs }: { deadlineMs: number; blockedMs: number }) {
  const first = Promise.withResolvers<string>()
  const last = Promise.withResolvers<string>()
  const thread = new WorkerThread<ThreadJob, ThreadJob>(
    { ...options, deadlineMs, script: scriptOf(second) },
    {
      answered: ({ id }) => (id === 1 ? first : last).resolve('answered'),
      ended: ({ reason }) => last.resolve(reason),
    },
  )
  thread.give({ id: 1 })
  await first.promise

  thread.give({ id: 2 })
  // So that the event loop checks timers next.
  await setImmediate()
  const blockedUntil = performance.now() + blockedMs
  while (performance.now() < blockedUntil) {
    // Like a paused machine.
  }
  const end = await last.promise
  await thread.stop()
  return end
}

test('an answer that came while the main thread was busy past the deadline still counts', async () => {
  expect(await endOf('setTimeout(answer, 100, id)', { deadlineMs: 500, blockedMs: 1_000 })).toBe('answered')
})

test('a stuck thread is ended, whether or not the main thread was busy', async () => {
  expect(await endOf('for (;;);', { deadlineMs: 500, blockedMs: 1_000 })).toBe('deadline')
  expect(await endOf('for (;;);', { deadlineMs: 500, blockedMs: 0 })).toBe('deadline')
})

test('the job that a thread works on is the one that ends it; what it has done and not answered is done by another', async () => {
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads'
      parentPort.on('message', (tasks) => {
        for (const { id } of tasks) {
          Atomics.store(workerData.progress, 0, id)
          if (id === 2) for (;;);
        }
      })
      parentPort.postMessage('ready')`)}`,
  )
  const ended = Promise.withResolvers<ThreadEnd<ThreadJob>>()
  const thread = new WorkerThread<ThreadJob, ThreadJob>(
    { ...options, deadlineMs: 500, script },
    { answered: () => {}, ended: ended.resolve },
  )

  for (const id of [1, 2, 3]) thread.give({ id })

  const { reason, failedJob, others } = await ended.promise
  expect(reason).toBe('deadline')
  expect(failedJob?.id).toBe(2)
  expect(others.map(({ id }) => id)).toEqual([1, 3])
})

test('a result that arrives in the same turn of the event loop as the deadline counts, and its thread goes on', async () => {
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', ([{ id, replied }]) => {
        parentPort.postMessage([{ id }])
        Atomics.store(replied, 0, 1)
        Atomics.notify(replied, 0)
      })
      parentPort.postMessage('ready')`)}`,
  )
  const flag = () => new Int32Array(new SharedArrayBuffer(4))
  const jobs = [1, 2].map((id) => ({ id, replied: flag(), ...Promise.withResolvers<string>() }))
  const [warmUp, job] = jobs
  if (!warmUp || !job) throw new Error('Two jobs are needed')
  const ends: string[] = []
  const deadlineMs = 1_000
  const thread = new WorkerThread<(typeof jobs)[number], ThreadJob>(
    { ...options, deadlineMs, script, pack: ({ id, replied }) => ({ task: { id, replied }, transfer: [] }) },
    { answered: ({ resolve }) => resolve('answered'), ended: ({ reason }) => ends.push(reason) },
  )
  thread.give(warmUp)
  await warmUp.promise

  thread.give(job)
  // In the next turn, timers are handled before messages. The timer is late by less than shows that the process was busy.
  await setImmediate()
  Atomics.wait(job.replied, 0, 0, 20_000)
  Atomics.wait(flag(), 0, 0, deadlineMs + 10)

  expect(await job.promise).toBe('answered')
  await setImmediate()
  expect(ends).toEqual([])
  await thread.stop()
})

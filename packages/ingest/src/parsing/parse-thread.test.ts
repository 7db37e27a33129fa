import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type ParseTask, ParseThread, type ThreadEnd } from './parse-thread.ts'

const taskOf = (id: number): ParseTask => ({ id, raw: Buffer.from('mail'), envelope: { mailFrom: '', isTls: false } })

/** A thread that answers its first mail, and with the second one does `second`. */
const scriptOf = (second: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      const answer = (id) => parentPort.postMessage([{ id, mail: {} }])
      parentPort.on('message', ([{ id }]) => { if (id === 1) answer(id); else { ${second} } })
      parentPort.postMessage('ready')`)}`,
  )

/** How a thread's second mail ends when the process is blocked for `blockedMs` once the thread has it. */
async function endOf(second: string, { deadlineMs, blockedMs }: { deadlineMs: number; blockedMs: number }) {
  const first = Promise.withResolvers<string>()
  const last = Promise.withResolvers<string>()
  const thread = new ParseThread<ParseTask>(
    { deadlineMs, heapMb: 64, script: scriptOf(second), startMs: 10_000 },
    {
      answered: ({ id }) => (id === 1 ? first : last).resolve('answered'),
      ended: ({ reason }) => last.resolve(reason),
    },
  )
  thread.give(taskOf(1))
  await first.promise

  thread.give(taskOf(2))
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

test('the mail that a thread works on is the one that ends it; what it has done and not answered is parsed by another', async () => {
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
  const ended = Promise.withResolvers<ThreadEnd<ParseTask>>()
  const thread = new ParseThread<ParseTask>(
    { deadlineMs: 500, heapMb: 64, script, startMs: 10_000 },
    { answered: () => {}, ended: ended.resolve },
  )

  for (const id of [1, 2, 3]) thread.give(taskOf(id))

  const { reason, failedJob, others } = await ended.promise
  expect(reason).toBe('deadline')
  expect(failedJob?.id).toBe(2)
  expect(others.map(({ id }) => id)).toEqual([1, 3])
})

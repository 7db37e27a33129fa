import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WorkThread } from './work-thread.ts'

const limits = { deadlineMs: 1_000, startMs: 20_000, idleMs: 60_000, heapMb: 64 }

/** Answers, and then wakes whoever waits for that. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (answered) => {
      parentPort.postMessage('done')
      Atomics.store(answered, 0, 1)
      Atomics.notify(answered, 0)
    })
    parentPort.postMessage('ready')`)}`,
)

const flag = () => new Int32Array(new SharedArrayBuffer(4))

test('an answer that is there in the same turn of the loop as the deadline counts, and its thread lives on', async () => {
  const thread = new WorkThread<Int32Array, string>(script, limits)
  await thread.run({ task: flag(), transfer: [] })
  const answered = flag()

  // Timers are looked at before messages in the next turn.
  await nextTurn()
  const result = thread.run({ task: answered, transfer: [] })
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  Atomics.wait(answered, 0, 0, 20_000)
  Atomics.wait(flag(), 0, 0, limits.deadlineMs + 100)

  expect(await result).toBe('done')
  await nextTurn()
  expect(thread.hasEnded).toBe(false)
  await thread.stop()
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WorkerThread } from './worker-thread.ts'

const limits = { deadlineMs: 1_000, startMs: 20_000, idleMs: 60_000, heapMb: 64 }

/** Replies, and then notifies the waiting test. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (replied) => {
      parentPort.postMessage('done')
      Atomics.store(replied, 0, 1)
      Atomics.notify(replied, 0)
    })
    parentPort.postMessage('ready')`)}`,
)

const flag = () => new Int32Array(new SharedArrayBuffer(4))

test('a result that arrives in the same turn of the event loop as the deadline counts, and its thread goes on', async () => {
  const thread = new WorkerThread<Int32Array, string>(script, limits)
  await thread.run({ task: flag(), transfer: [] })
  const replied = flag()

  // In the next turn, timers are handled before messages.
  await nextTurn()
  const result = thread.run({ task: replied, transfer: [] })
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
  Atomics.wait(replied, 0, 0, 20_000)
  Atomics.wait(flag(), 0, 0, limits.deadlineMs + 100)

  expect(await result).toBe('done')
  await nextTurn()
  expect(thread.hasEnded).toBe(false)
  await thread.stop()
})

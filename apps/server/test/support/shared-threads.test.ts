import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createSharedThreads } from './shared-threads.ts'

/** A thread that reports that it is ready, and answers what it is told; `end` makes it fail. Each `name` is another script. */
const scriptOf = (name: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`// ${name}
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (message) => {
      if (message === 'end') throw new Error('ended')
      parentPort.postMessage(message)
    })
    parentPort.postMessage('ready')`)}`,
  )

async function message(worker: Worker): Promise<unknown> {
  const [first] = await once(worker, 'message')
  return first
}

test('a thread that was left reports again that it is ready, and works for the next one alone', async () => {
  const sharedThreads = createSharedThreads()
  const script = scriptOf('left')
  const thread = sharedThreads.open(script, {})
  const { worker } = thread
  const heardBefore: unknown[] = []
  worker.on('message', (each) => heardBefore.push(each))
  await message(worker)
  Atomics.store(thread.progress, 0, 7)
  await sharedThreads.close(thread)

  const { worker: next, progress } = sharedThreads.open(script, {})
  expect(Atomics.load(progress, 0)).toBe(0)
  const ready = await message(next)
  next.postMessage('hello')
  const answer = await message(next)

  expect(next).toBe(worker)
  expect([ready, answer]).toEqual(['ready', 'hello'])
  expect(heardBefore).toEqual(['ready'])
  await next.terminate()
})

test('a thread is left once it is ready, and reports it to the next one', async () => {
  const sharedThreads = createSharedThreads()
  const script = scriptOf('early')
  await sharedThreads.close(sharedThreads.open(script, {}))

  const { worker: next } = sharedThreads.open(script, {})

  expect(await message(next)).toBe('ready')
  await next.terminate()
})

test('no more than four threads wait for the next one: the fifth that is left ends', async () => {
  const sharedThreads = createSharedThreads()
  const threads = ['1', '2', '3', '4', '5'].map((name) => sharedThreads.open(scriptOf(name), {}))
  for (const thread of threads) await sharedThreads.close(thread)

  expect(threads.map(({ worker }) => worker.threadId < 0)).toEqual([false, false, false, false, true])
  await Promise.all(threads.map(({ worker }) => worker.terminate()))
})

test('a thread of other limits is another one, and so is one that ended after it was left', async () => {
  const sharedThreads = createSharedThreads()
  const script = scriptOf('ended')
  const thread = sharedThreads.open(script, {})
  const { worker } = thread
  await message(worker)
  await sharedThreads.close(thread)

  const { worker: other } = sharedThreads.open(script, { resourceLimits: { maxOldGenerationSizeMb: 32 } })
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.postMessage('end')
  await ended
  const { worker: next } = sharedThreads.open(script, {})

  expect(new Set([worker, other, next]).size).toBe(3)
  await Promise.all([other.terminate(), next.terminate()])
})

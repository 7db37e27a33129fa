import type { Worker } from 'node:worker_threads'
import { newThreads, type OpenThread, type ThreadSource } from '@inlet/threads'

/** More than the worlds of one test need. */
const idleMax = 4

/** Threads of one script and the same limits can stand in for each other. */
/**
 * Threads that outlive a world and parse the mails of the next one: to load the parser takes longer than most tests. One that fails on a
 * mail, or has one when its world ends, is not used again.
 */
export function createSharedThreads(): ThreadSource {
  const kinds = new WeakMap<Worker, string>()
  const ready = new WeakSet<Worker>()
  const idle: OpenThread[] = []

  function leaveIdle(thread: OpenThread): void {
    const index = idle.indexOf(thread)
    if (index >= 0) idle.splice(index, 1)
  }

  return {
    open(script, options) {
      const kind = `${script} ${JSON.stringify(options)}`
      const left = idle.find(({ worker }) => kinds.get(worker) === kind)
      if (left) {
        leaveIdle(left)
        return reopened(left)
      }
      const thread = newThreads.open(script, options)
      kinds.set(thread.worker, kind)
      // Its first message says that it has loaded the parser.
      thread.worker.once('message', () => ready.add(thread.worker))
      return thread
    },
    async close(thread) {
      const { worker } = thread
      forget(worker)
      worker.on('error', () => {})
      worker.on('exit', () => leaveIdle(thread))
      // A thread that is still loading would take processor time from the tests that follow.
      if (!ready.has(worker)) await new Promise((resolve) => worker.once('message', resolve).once('exit', resolve))
      ready.add(worker)
      if (hasEnded(worker) || idle.length >= idleMax) return void (await worker.terminate())
      worker.unref()
      idle.push(thread)
    },
  }
}

/** The ones of all worlds in this process. */
export const sharedThreads = createSharedThreads()

function reopened(thread: OpenThread): OpenThread {
  const { worker, progress } = thread
  forget(worker)
  worker.ref()
  // Mails are counted anew in each pool.
  Atomics.store(progress, 0, 0)
  setImmediate(() => worker.emit('message', 'ready'))
  return thread
}

/** Removes the listeners of who had it. Not all there are: Node has some of its own, without which no message would arrive. */
function forget(worker: Worker): void {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

const hasEnded = ({ threadId }: Worker) => threadId < 0

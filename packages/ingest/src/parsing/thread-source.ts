import { Worker, type WorkerOptions } from 'node:worker_threads'

/** A thread, and the memory in which it says which mail it works on. */
export interface OpenThread {
  worker: Worker
  progress: Int32Array
}

/** Where the threads of a pool come from, and where those that have no mail go when it stops. */
export interface ThreadSource {
  /** A thread that reports `ready` once it is, and whose progress is 0. */
  open(script: URL, options: WorkerOptions): OpenThread
  /** Takes a thread that has no mail. */
  close(thread: OpenThread): Promise<void>
}

/** New threads, which end with their pool. */
export const newThreads: ThreadSource = {
  open(script, options) {
    const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    return { worker: new Worker(script, { ...options, workerData: { progress } }), progress }
  },
  close: async ({ worker }) => void (await worker.terminate()),
}

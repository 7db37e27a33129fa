import { Worker, type WorkerOptions } from 'node:worker_threads'

/** A thread, and the memory that it shares: the id of the job that it works on, or worked on last, and the number of its turn. */
export interface OpenThread {
  worker: Worker
  progress: Int32Array
}

/** Where the threads of a pool come from, and where those that have no job go when it stops. */
export interface ThreadSource {
  /** A thread that reports `ready` once it is, and whose progress is 0. */
  open(script: URL, options: WorkerOptions): OpenThread
  /** Takes a thread that has no job. */
  close(thread: OpenThread): Promise<void>
}

/** New threads, which end with their pool. */
export const newThreads: ThreadSource = {
  open(script, options) {
    const progress = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
    return { worker: new Worker(script, { ...options, workerData: { ...options.workerData, progress } }), progress }
  },
  close: async ({ worker }) => void (await worker.terminate()),
}

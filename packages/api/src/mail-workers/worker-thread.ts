import { Worker } from 'node:worker_threads'

/** Limits of a thread: the time for one work item, the time to start, how long it is kept idle, and its heap. */
export interface ThreadLimits {
  deadlineMs: number
  startMs: number
  idleMs: number
  heapMb: number
}

/** A task, and the buffers of it that are moved to the thread instead of copied. */
export interface WorkItem<Task> {
  task: Task
  transfer: ArrayBuffer[]
}

/** A work item that ended its thread or took too long; `reason` never quotes the input. */
export class WorkerFailed extends Error {
  readonly reason: string
  /** Whether the work item used up its time or its memory, so that it would fail again. */
  readonly isByWork: boolean

  constructor(reason: string, isByWork = false) {
    super(`A piece of work ended its thread: ${reason}`)
    this.name = 'WorkerFailed'
    this.reason = reason
    this.isByWork = isByWork
  }
}

/** The first message of a thread: it is ready for work. */
export type ThreadReady = 'ready'

/** V8 gives a thread at its heap limit 16 MiB more to end in; what the collector may move at once stays below that. */
const youngMb = 32

const endedByWork: ReadonlySet<string> = new Set(['deadline', 'ERR_WORKER_OUT_OF_MEMORY'])

/** A worker thread that runs one work item at a time. After a failure it has ended. */
export class WorkerThread<Task, Result> {
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  readonly #ready = Promise.withResolvers<void>()
  #settle: { resolve: (result: Result) => void; reject: (error: Error) => void } | null = null
  #idle: NodeJS.Timeout | null = null
  #hasEnded = false

  constructor(script: URL, limits: ThreadLimits) {
    this.#limits = limits
    this.#worker = new Worker(script, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: youngMb, stackSizeMb: 4 },
    })
    this.#worker.once('message', (_: ThreadReady) => {
      this.#worker.on('message', (result: Result) => this.#settle?.resolve(result))
      this.#ready.resolve()
    })
    this.#worker.on('error', (error) => this.#fail(reasonOf(error)))
    this.#worker.on('exit', () => this.#fail('exit'))
    // `run` reports it.
    this.#ready.promise.catch(() => {})
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** @throws WorkerFailed */
  async run({ task, transfer }: WorkItem<Task>): Promise<Result> {
    if (this.#idle) clearTimeout(this.#idle)
    await this.#within(this.#limits.startMs, this.#ready.promise)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#settle = { resolve, reject }
    this.#worker.postMessage(task, transfer)
    return await this.#within(this.#limits.deadlineMs, promise)
  }

  /** Ends the thread if it gets no work for `idleMs`, and calls `ended` then. */
  endWhenIdle(ended: () => void): void {
    this.#idle = setTimeout(() => {
      ended()
      void this.stop()
    }, this.#limits.idleMs).unref()
  }

  async stop(): Promise<void> {
    if (this.#idle) clearTimeout(this.#idle)
    await this.#worker.terminate()
  }

  async #within<T>(limitMs: number, awaited: Promise<T>): Promise<T> {
    let isOver = false
    // One more turn of the event loop: after a block of this process, the result may have arrived and not been read yet.
    const timer = setTimeout(() => setImmediate(() => isOver || this.#fail('deadline')), limitMs)
    try {
      return await awaited
    } finally {
      isOver = true
      clearTimeout(timer)
      this.#settle = null
    }
  }

  #fail(reason: string): void {
    this.#hasEnded = true
    const failed = new WorkerFailed(reason, this.#settle !== null && endedByWork.has(reason))
    this.#ready.reject(failed)
    this.#settle?.reject(failed)
    void this.stop()
  }
}

/** Not the error's message, which may quote the mail. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

import { Worker } from 'node:worker_threads'

/** How long one piece of work may take, how long a thread may take to begin, how long it is kept without work, and its heap. */
export interface ThreadLimits {
  deadlineMs: number
  startMs: number
  idleMs: number
  heapMb: number
}

/** What was to be done, and what a thread needs none of any more: those go to it without a copy. */
export interface Work<Task> {
  task: Task
  transfer: ArrayBuffer[]
}

/** Work that its thread did not survive, or that took too long; `reason` never quotes what was worked on. */
export class WorkFailed extends Error {
  readonly reason: string
  /** Whether the work itself used up its time or its memory, and would do so again. */
  readonly isByWork: boolean

  constructor(reason: string, isByWork = false) {
    super(`A piece of work ended its thread: ${reason}`)
    this.name = 'WorkFailed'
    this.reason = reason
    this.isByWork = isByWork
  }
}

/** What a thread says once, when it can begin. */
export type ThreadReady = 'ready'

/** V8 gives a thread at its heap cap 16 MiB more to end in; what the collector may move at once stays below that. */
const youngMb = 32

const endedByWork: ReadonlySet<string> = new Set(['deadline', 'ERR_WORKER_OUT_OF_MEMORY'])

/** A worker thread that does one piece of work at a time. Once it has failed it is no more. */
export class WorkThread<Task, Result> {
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
    // Whoever gives it work learns of it.
    this.#ready.promise.catch(() => {})
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** @throws WorkFailed */
  async run({ task, transfer }: Work<Task>): Promise<Result> {
    if (this.#idle) clearTimeout(this.#idle)
    await this.#within(this.#limits.startMs, this.#ready.promise)
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#settle = { resolve, reject }
    this.#worker.postMessage(task, transfer)
    return await this.#within(this.#limits.deadlineMs, promise)
  }

  /** Ends it when it has had no work for a while. */
  rest(ended: () => void): void {
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
    // One more turn of the loop: where this process stood still itself, the answer may be there and not read yet.
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
    const failed = new WorkFailed(reason, this.#settle !== null && endedByWork.has(reason))
    this.#ready.reject(failed)
    this.#settle?.reject(failed)
    void this.stop()
  }
}

/** Never the message, which may quote the mail. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

import type { FromThread, ToThread } from './thread-script.ts'
import { newThreads, type OpenThread, type ThreadSource } from './thread-source.ts'

/** A piece of work; its id is unique in its thread. */
export interface ThreadJob {
  readonly id: number
}

/** A job as it is sent to the thread, with its id, and the buffers of it that are moved there instead of copied. */
export interface PackedJob {
  task: object
  transfer: ArrayBuffer[]
}

/** How a thread is started, and its limits. */
export interface ThreadOptions<Job> {
  /** It speaks as `thread-script.ts` says. */
  script: URL
  /** The name of the thread in the system's lists. */
  name: string
  /** For the script, beside its progress. */
  data?: object | undefined
  heapMb: number
  /** How long its start may take. */
  startMs: number
  /** How long a job may take once the thread has started. */
  deadlineMs?: number | undefined
  /** Its jobs take turns and are answered in any order; otherwise it does one after the other. */
  hasTurns?: boolean | undefined
  /** New threads by default. */
  source?: ThreadSource | undefined
  pack: (job: Job) => PackedJob
}

/** How a thread ended: the reason, the job that caused it, if any, and the other jobs that it had. */
export interface ThreadEnd<Job> {
  reason: string
  /** Whether it had started. */
  hasBegun: boolean
  failedJob: Job | undefined
  others: Job[]
}

interface ThreadEvents<Job, Answer> {
  answered: (job: Job, answer: Answer) => void
  /** Called once at most; the thread has ended or is being ended. */
  ended: (end: ThreadEnd<Job>) => void
  noticed?: ((notice: string) => void) | undefined
}

/** A turn that goes on, as it was seen first. */
interface SeenTurn {
  number: number
  /** When its processor time was last known, or it was first seen. */
  knownAt: number
  /** The thread's processor time when it was first known. */
  fromMs: number | null
}

/**
 * At its heap cap V8 gives a thread 16 MiB more to end itself; if one step needs more, the whole process ends. So the young
 * generation, which a collection may move in one step, is kept small.
 */
const youngMb = 32

/** A timer that is this late shows that the main thread was busy, not the worker. */
const lateMs = 100

/**
 * A worker thread and its jobs. Those that are given in one turn of the event loop are sent together, and answers come together too. So
 * the deadline is that of the oldest job without an answer.
 */
export class WorkerThread<Job extends ThreadJob, Answer extends ThreadJob> {
  /** In the order in which they were given. */
  readonly #jobs = new Map<number, Job>()
  #unsent: Job[] = []
  readonly #thread: OpenThread
  readonly #options: ThreadOptions<Job>
  readonly #source: ThreadSource
  readonly #events: ThreadEvents<Job, Answer>
  #timer: NodeJS.Timeout | null = null
  #seen: SeenTurn | null = null
  /** Whether its script has loaded: on a busy machine that takes longer than the deadline of a job. */
  #isReady = false
  #hasEnded = false
  readonly #started = Promise.withResolvers<void>()

  constructor(options: ThreadOptions<Job>, events: ThreadEvents<Job, Answer>) {
    const { script, name, data, heapMb } = options
    this.#options = options
    this.#source = options.source ?? newThreads
    this.#events = events
    this.#thread = this.#source.open(script, {
      name,
      workerData: data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb, stackSizeMb: 4 },
    })
    const { worker } = this.#thread
    worker.on('message', (message: FromThread<Answer>) => this.#onMessage(message))
    worker.on('error', (error) => this.end(reasonOf(error)))
    worker.on('exit', () => this.end('exit'))
    this.#arm()
  }

  /** Settles when its script has loaded, or it has ended. */
  get started(): Promise<void> {
    return this.#started.promise
  }

  get jobs(): number {
    return this.#jobs.size
  }

  /** The job that it works on, once it is ready. */
  get current(): Job | undefined {
    if (!this.#isReady) return undefined
    const job = this.#jobs.get(Atomics.load(this.#thread.progress, 0))
    // None where all that it has done is answered: then it is about to begin with the first one.
    return job || this.#options.hasTurns ? job : first(this.#jobs)
  }

  /** Processor time of the current job, or of its turn, since the first call that saw it, in ms. @throws where the thread has ended */
  async computedMs(): Promise<number> {
    const number = this.#turn()
    if (this.#seen?.number !== number) this.#seen = { number, knownAt: performance.now(), fromMs: null }
    const seen = this.#seen
    if (number === 0) return 0
    const { user, system } = await this.#thread.worker.cpuUsage()
    if (this.#seen !== seen || this.#turn() !== number) return 0
    const ms = (user + system) / 1_000
    seen.knownAt = performance.now()
    seen.fromMs ??= ms
    return ms - seen.fromMs
  }

  /** How long the processor time of the current turn has been unknown, in ms. */
  get unknownMs(): number {
    return this.#seen?.number ? performance.now() - this.#seen.knownAt : 0
  }

  give(job: Job): void {
    this.#jobs.set(job.id, job)
    if (this.#jobs.size === 1) this.#arm()
    this.#unsent.push(job)
    if (this.#unsent.length === 1) setImmediate(() => this.#send())
  }

  /** Tells the script that nobody waits for a job any more. It may go on, and still end the thread. */
  forget({ id }: Job): void {
    if (this.#unsent.length > 0) this.#send()
    this.#post({ forgotten: id })
  }

  /**
   * Ends the thread. Where it was ready, the job that it worked on is the cause; the others wait behind it, or were done and not
   * answered.
   */
  end(reason: string): void {
    if (this.#hasEnded) return
    void this.#terminate()
    const failedJob = this.current
    const others = [...this.#jobs.values()].filter((job) => job !== failedJob)
    this.#jobs.clear()
    this.#events.ended({ reason, hasBegun: this.#isReady, failedJob, others })
  }

  /** Ends the thread without an event. */
  async stop(): Promise<void> {
    if (this.#hasEnded || this.#jobs.size > 0) return await this.#terminate()
    this.#close()
    await this.#source.close(this.#thread)
  }

  #send(): void {
    if (this.#hasEnded || this.#unsent.length === 0) return
    const transferred: ArrayBuffer[] = []
    const tasks = this.#unsent.map((job) => {
      const { task, transfer } = this.#options.pack(job)
      transferred.push(...transfer)
      return task
    })
    this.#unsent = []
    this.#post(tasks, transferred)
  }

  #post(message: ToThread<object>, transfer: ArrayBuffer[] = []): void {
    this.#thread.worker.postMessage(message, transfer)
  }

  #onMessage(message: FromThread<Answer>): void {
    if (this.#hasEnded) return
    if (message === 'ready') {
      this.#isReady = true
      this.#started.resolve()
      return this.#arm()
    }
    if (!Array.isArray(message)) return this.#events.noticed?.(message.notice)
    for (const answer of message) {
      const job = this.#jobs.get(answer.id)
      if (!job) return this.end('disorder')
      this.#jobs.delete(answer.id)
      this.#events.answered(job, answer)
    }
    this.#arm()
  }

  #arm(mayBeLate = true): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const oldest = first(this.#jobs)
    const limitMs = this.#isReady ? this.#options.deadlineMs : this.#options.startMs
    if ((this.#isReady && !oldest) || limitMs === undefined) return
    const dueAt = performance.now() + limitMs
    const isOver = () => {
      if (first(this.#jobs) !== oldest) return
      if (mayBeLate && performance.now() > dueAt + lateMs) this.#arm(false)
      else this.end('deadline')
    }
    // One more turn of the event loop: after a block of the main thread, the answer may have arrived and not been read yet.
    this.#timer = setTimeout(() => {
      this.#timer = null
      setImmediate(() => this.#timer || isOver())
    }, limitMs)
  }

  /** Which turn goes on: 0 where none does. A thread without turns has one for each job. */
  #turn(): number {
    if (!this.#options.hasTurns) return this.current?.id ?? 0
    return Atomics.load(this.#thread.progress, 0) === 0 ? 0 : Atomics.load(this.#thread.progress, 1)
  }

  #close(): void {
    this.#hasEnded = true
    this.#started.resolve()
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #terminate(): Promise<void> {
    this.#close()
    await this.#thread.worker.terminate()
  }
}

const first = <Job>(jobs: Map<number, Job>): Job | undefined => jobs.values().next().value

/** Never the message, which may quote the mail. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

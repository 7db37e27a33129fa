import type { EnvelopeFacts, PackedMail } from '@inlet/mail'
import { forThread } from '../smtp/mail-buffer.ts'
import { newThreads, type OpenThread, type ThreadSource } from './thread-source.ts'

/** A mail for a thread, and its result. Both are sent in lists: a message between threads takes as long as a tenth of a mail. */
export interface ParseTask {
  id: number
  raw: Uint8Array
  envelope: EnvelopeFacts
}
export interface ParseAnswer {
  id: number
  mail: PackedMail
  /** How long the thread worked on it: elapsed time and processor time. */
  parseMs: number
  processorMs: number
}
/** Memory that a thread shares with its `ParseThread`: the id of the mail that it works on, or worked on last. */
export function threadProgress(workerData: unknown): Int32Array {
  const isGiven = typeof workerData === 'object' && workerData !== null && 'progress' in workerData
  if (isGiven && workerData.progress instanceof Int32Array) return workerData.progress
  throw new TypeError('The thread was started without its progress')
}

/** The message of a thread that is ready for mails; sent once. */
export type ThreadReady = 'ready'

/** How long one mail may take, the heap of a thread, its script, how long its start may take, and where it comes from. */
export interface ThreadLimits {
  deadlineMs: number
  heapMb: number
  script: URL
  startMs: number
  threads?: ThreadSource | undefined
}

/** How a thread ended: the reason, the mail that caused it, if any, and the other mails that it had. */
export interface ThreadEnd<Job> {
  reason: string
  hasBegun: boolean
  failedJob: Job | undefined
  others: Job[]
}

/**
 * At its heap cap V8 gives a thread 16 MiB more to end itself; if one step needs more, the whole process ends. So the young
 * generation, which a collection may move in one step, is kept small.
 */
const youngMb = 32

/** A timer that is this late shows that the main thread was busy, not the worker. */
const lateMs = 100

interface ThreadEvents<Job> {
  answered: (job: Job, answer: ParseAnswer) => void
  /** Called once at most; the thread has ended or is being ended. */
  ended: (end: ThreadEnd<Job>) => void
}

/**
 * A worker thread and its mails, in the order in which it answers them. Mails that are given in one turn of the event loop are sent
 * together. The thread answers what it has done within 2 ms together, so the deadline is that of the first one without an answer.
 */
export class ParseThread<Job extends ParseTask> {
  readonly #jobs: Job[] = []
  /** Those that are not sent yet. */
  #unsent: Job[] = []
  readonly #thread: OpenThread
  readonly #limits: ThreadLimits
  readonly #threads: ThreadSource
  readonly #events: ThreadEvents<Job>
  #timer: NodeJS.Timeout | null = null
  /** Whether it has loaded the parser: on a busy machine that takes longer than the deadline of a mail. */
  #isReady = false
  #hasEnded = false

  constructor(limits: ThreadLimits, events: ThreadEvents<Job>) {
    this.#limits = limits
    this.#threads = limits.threads ?? newThreads
    this.#events = events
    this.#thread = this.#threads.open(limits.script, {
      // The name of the thread in the system's lists.
      name: 'parsing',
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: youngMb, stackSizeMb: 4 },
    })
    const { worker } = this.#thread
    worker.on('message', (message: ParseAnswer[] | ThreadReady) => this.#onMessage(message))
    worker.on('error', (error) => this.#end(reasonOf(error)))
    worker.on('exit', () => this.#end('exit'))
  }

  get jobs(): number {
    return this.#jobs.length
  }

  /** The mail that it works on, once it is ready. */
  get current(): Job | undefined {
    if (!this.#isReady) return undefined
    const id = Atomics.load(this.#thread.progress, 0)
    // None where all that it has done is answered: then it is about to begin with the first one.
    return this.#jobs.find((job) => job.id === id) ?? this.#jobs[0]
  }

  /** Its processor time since the start, in ms. @throws where the thread has ended */
  async processorMs(): Promise<number> {
    const { user, system } = await this.#thread.worker.cpuUsage()
    return (user + system) / 1_000
  }

  /** Ends the thread in the middle of its mail; `ended` gets its mails. */
  interrupt(): void {
    this.#end('slow')
  }

  give(job: Job): void {
    this.#jobs.push(job)
    if (this.#jobs.length === 1) this.#arm()
    this.#unsent.push(job)
    if (this.#unsent.length === 1) setImmediate(() => this.#send())
  }

  /** Ends the thread without an event. */
  async stop(): Promise<void> {
    if (this.#hasEnded || this.#jobs.length > 0) return await this.#terminate()
    this.#hasEnded = true
    await this.#threads.close(this.#thread)
  }

  #send(): void {
    if (this.#hasEnded) return
    const transferred: ArrayBuffer[] = []
    const tasks = this.#unsent.map(({ id, raw: bytes, envelope }): ParseTask => {
      const { raw, transfer } = forThread(bytes)
      transferred.push(...transfer)
      return { id, raw, envelope: { mailFrom: envelope.mailFrom, isTls: envelope.isTls } }
    })
    this.#unsent = []
    this.#thread.worker.postMessage(tasks, transferred)
  }

  #onMessage(message: ParseAnswer[] | ThreadReady): void {
    if (this.#hasEnded) return
    if (message === 'ready') {
      this.#isReady = true
      return this.#arm()
    }
    for (const answer of message) {
      const [job] = this.#jobs
      if (!job || job.id !== answer.id) return this.#end('disorder')
      this.#jobs.shift()
      this.#events.answered(job, answer)
    }
    this.#arm()
  }

  #arm(mayBeLate = true): void {
    if (this.#timer) clearTimeout(this.#timer)
    const limitMs = this.#isReady ? this.#limits.deadlineMs : this.#limits.startMs
    const dueAt = performance.now() + limitMs
    const onTimeout = () => {
      // The main thread was busy: the answer may have arrived without being processed yet.
      if (mayBeLate && performance.now() > dueAt + lateMs) this.#arm(false)
      else this.#end('deadline')
    }
    this.#timer = this.#jobs.length > 0 ? setTimeout(onTimeout, limitMs) : null
  }

  async #terminate(): Promise<void> {
    this.#hasEnded = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#thread.worker.terminate()
  }

  /** In a thread that was ready, the mail that it worked on caused the end; the others wait behind it, or were done and not answered. */
  #end(reason: string): void {
    if (this.#hasEnded) return
    void this.#terminate()
    const failedJob = this.current
    const others = this.#jobs.splice(0).filter((job) => job !== failedJob)
    this.#events.ended({ reason, hasBegun: this.#isReady, failedJob, others })
  }
}

/** Never the message, which may quote the mail. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

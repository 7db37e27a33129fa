import { Worker } from 'node:worker_threads'
import type { MailEnvelope, PackedMail } from '@inlet/mail'
import { forThread } from '../mail-buffer.ts'

/** A mail on its way to a thread, and what comes back. */
export interface ParseTask {
  id: number
  raw: Uint8Array
  envelope: MailEnvelope
}
export interface ParseAnswer {
  id: number
  mail: PackedMail
  /** How long the thread worked on it, by the clock and by the processor. */
  parseMs: number
  processorMs: number
}
/** What a thread says once, when it can begin. */
export type ThreadReady = 'ready'

/** How long one mail may take, how much heap a thread has, what it runs, and how long it may take to begin. */
export interface ThreadLimits {
  deadlineMs: number
  heapMb: number
  script: URL
  startMs: number
}

/** How a thread ended: for which reason, on which mail if one is to blame, and which others it leaves behind. */
export interface ThreadEnd<Job> {
  reason: string
  hasBegun: boolean
  culprit: Job | undefined
  others: Job[]
}

/**
 * At its heap cap a thread gets 16 MiB more to end in; what V8 wants beyond them in one step ends the whole process. So what the
 * collector may move at once stays below that, with a margin.
 */
const youngMb = 32

/** A timer that comes so late tells more of this process than of a thread. */
const lateMs = 100

interface ThreadEvents<Job> {
  answered: (job: Job, answer: ParseAnswer) => void
  /** Once at most; the thread is no more by then, or is being ended. */
  ended: (end: ThreadEnd<Job>) => void
}

/** A worker thread and the mails that it has been given, in the order in which it answers them; the deadline is that of the first. */
export class ParseThread<Job extends ParseTask> {
  readonly #jobs: Job[] = []
  readonly #worker: Worker
  readonly #limits: ThreadLimits
  readonly #events: ThreadEvents<Job>
  #timer: NodeJS.Timeout | null = null
  /** Whether it has loaded the parser: on a busy machine that takes longer than a mail may. */
  #isReady = false
  #hasEnded = false

  constructor(limits: ThreadLimits, events: ThreadEvents<Job>) {
    this.#limits = limits
    this.#events = events
    this.#worker = new Worker(limits.script, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: youngMb, stackSizeMb: 4 },
    })
    this.#worker.on('message', (said: ParseAnswer | ThreadReady) => this.#hear(said))
    this.#worker.on('error', (error) => this.#end(reasonOf(error)))
    this.#worker.on('exit', () => this.#end('exit'))
  }

  get jobs(): number {
    return this.#jobs.length
  }

  /** What it works on, once it has begun at all. */
  get current(): Job | undefined {
    return this.#isReady ? this.#jobs[0] : undefined
  }

  /** How much processor time it has taken since it was started, in ms. @throws where it is no more */
  async processorMs(): Promise<number> {
    const { user, system } = await this.#worker.cpuUsage()
    return (user + system) / 1_000
  }

  /** Takes the processor away from the mail that it is at: it ends, and the mails are told of by `ended`. */
  interrupt(): void {
    this.#end('slow')
  }

  give(job: Job): void {
    this.#jobs.push(job)
    if (this.#jobs.length === 1) this.#arm()
    const { id, envelope } = job
    const { raw, transfer } = forThread(job.raw)
    this.#worker.postMessage({ id, raw, envelope: { mailFrom: envelope.mailFrom, isTls: envelope.isTls } }, transfer)
  }

  /** Ends the thread without a word to anybody. */
  async stop(): Promise<void> {
    this.#hasEnded = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#worker.terminate()
  }

  #hear(said: ParseAnswer | ThreadReady): void {
    if (this.#hasEnded) return
    if (said === 'ready') {
      this.#isReady = true
      return this.#arm()
    }
    const [job] = this.#jobs
    if (!job || job.id !== said.id) return this.#end('disorder')
    this.#jobs.shift()
    this.#arm()
    this.#events.answered(job, said)
  }

  #arm(mayBeLate = true): void {
    if (this.#timer) clearTimeout(this.#timer)
    const limitMs = this.#isReady ? this.#limits.deadlineMs : this.#limits.startMs
    const dueAt = performance.now() + limitMs
    const overdue = () => {
      // Where this process stood still itself, the answer may be there and not heard yet.
      if (mayBeLate && performance.now() > dueAt + lateMs) this.#arm(false)
      else this.#end('deadline')
    }
    this.#timer = this.#jobs.length > 0 ? setTimeout(overdue, limitMs) : null
  }

  /** The first mail of a thread that had begun is the culprit; the others are only behind it. */
  #end(reason: string): void {
    if (this.#hasEnded) return
    void this.stop()
    const culprit = this.#isReady ? this.#jobs.shift() : undefined
    this.#events.ended({ reason, hasBegun: this.#isReady, culprit, others: this.#jobs.splice(0) })
  }
}

/** Never the message, which may quote the mail. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

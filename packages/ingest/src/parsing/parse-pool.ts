import { Worker } from 'node:worker_threads'
import { type MailEnvelope, malformedMail, type ParsedMail } from '@inlet/mail'
import type { Log } from '@inlet/runtime'

/** How many threads, how long one mail may take, and how much heap a thread has. */
export interface ParseLimits {
  workers: number
  deadlineMs: number
  heapMb: number
}

/** What a thread runs, how long it may take to begin, and how long to wait where no mail is to blame for its end. */
export interface ThreadStart {
  script: URL
  limitMs: number
  pauseMs: number
}

/** A mail on its way to a thread, and what comes back; `mail` is null where it could not be parsed. */
export interface ParseTask {
  id: number
  raw: Uint8Array
  envelope: MailEnvelope
}
export interface ParseAnswer {
  id: number
  mail: ParsedMail | null
}
/** What a thread says once, when it can begin. */
export type ThreadReady = 'ready'

/** Parses mails in worker threads. */
export interface ParsePool {
  /**
   * Never rejects: what breaks the parser, takes too long or too much memory comes back as `malformed`. So does a mail whose sender
   * was answered meanwhile (`signal`), if it still waits for a thread: nobody asks for it any more.
   */
  parse(raw: Buffer, envelope: MailEnvelope, signal?: AbortSignal): Promise<ParsedMail>
  /** How many mails are waiting or being parsed. */
  underway(): number
  stop(): Promise<void>
}

interface Job extends ParseTask {
  signal: AbortSignal | undefined
  settle: (mail: ParsedMail) => void
}

interface Thread {
  worker: Worker
  /** Whether it has loaded the parser: on a busy machine that takes longer than a mail may. */
  isReady: boolean
  /** In the order in which the thread answers; the deadline is that of the first. */
  jobs: Job[]
  timer: NodeJS.Timeout | null
}

/** More than one, so that a thread need not wait for the main loop between two mails. */
const jobsPerThread = 8

const threadStart: ThreadStart = {
  script: new URL('./parse-worker.ts', import.meta.url),
  limitMs: 30_000,
  pauseMs: 1_000,
}

/**
 * Starts the threads. A thread that fails on a mail is ended and replaced, and the mails behind it are parsed again elsewhere.
 * Where it fails before it could begin, all its mails wait for the next one: its end says nothing about them.
 */
export function startParsePool(limits: ParseLimits, log: Log, start = threadStart): ParsePool {
  const waiting: Job[] = []
  const pauses = new Set<NodeJS.Timeout>()
  let isStopping = false
  let nextId = 0
  const threads = Array.from({ length: limits.workers }, startThread)

  function startThread(): Thread {
    const worker = new Worker(start.script, {
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 },
    })
    const thread: Thread = { worker, isReady: false, jobs: [], timer: null }
    worker.on('message', (said: ParseAnswer | ThreadReady) => {
      if (said !== 'ready') return finish(thread, said)
      thread.isReady = true
      arm(thread)
    })
    worker.on('error', (error) => replace(thread, reasonOf(error)))
    worker.on('exit', () => replace(thread, 'exit'))
    return thread
  }

  function finish(thread: Thread, answer: ParseAnswer): void {
    const [job] = thread.jobs
    if (!job || job.id !== answer.id) return replace(thread, 'disorder')
    thread.jobs.shift()
    arm(thread)
    feed()
    job.settle(answer.mail ?? malformedMail(bufferOf(job), job.envelope))
  }

  /** The first mail of a thread that had begun is the culprit; the others are only behind it. */
  function replace(thread: Thread, reason: string): void {
    const place = threads.indexOf(thread)
    if (place < 0 || isStopping) return
    if (thread.timer) clearTimeout(thread.timer)
    threads.splice(place, 1)
    void thread.worker.terminate()

    const culprit = thread.isReady ? thread.jobs.shift() : undefined
    log.warn({ reason, hasBegun: thread.isReady, sizeBytes: culprit?.raw.length ?? 0 }, 'parsing thread replaced')
    waiting.unshift(...thread.jobs.splice(0))
    if (culprit) threads.push(startThread())
    else startThreadLater()
    feed()
    culprit?.settle(malformedMail(bufferOf(culprit), culprit.envelope))
  }

  /** What ended one thread without any mail may end the next one as soon: without a pause that would be a hot loop. */
  function startThreadLater(): void {
    const pause = setTimeout(() => {
      pauses.delete(pause)
      threads.push(startThread())
      feed()
    }, start.pauseMs)
    pauses.add(pause)
  }

  function arm(thread: Thread): void {
    if (thread.timer) clearTimeout(thread.timer)
    const limitMs = thread.isReady ? limits.deadlineMs : start.limitMs
    thread.timer = thread.jobs.length > 0 ? setTimeout(() => replace(thread, 'deadline'), limitMs) : null
  }

  function feed(): void {
    while (waiting.length > 0 && threads.length > 0) {
      const thread = threads.reduce((least, each) => (each.jobs.length < least.jobs.length ? each : least))
      if (thread.jobs.length >= jobsPerThread) return
      const job = waiting.shift()
      if (!job) return
      if (job.signal?.aborted) {
        job.settle(malformedMail(bufferOf(job), job.envelope))
        continue
      }
      thread.jobs.push(job)
      if (thread.jobs.length === 1) arm(thread)
      const { id, raw, envelope } = job
      thread.worker.postMessage({ id, raw, envelope })
    }
  }

  return {
    parse: (raw, envelope, signal) =>
      new Promise((settle) => {
        nextId += 1
        waiting.push({ id: nextId, raw, envelope, signal, settle })
        feed()
      }),
    underway: () => threads.reduce((sum, { jobs }) => sum + jobs.length, waiting.length),
    async stop() {
      isStopping = true
      for (const pause of pauses) clearTimeout(pause)
      for (const { timer } of threads) if (timer) clearTimeout(timer)
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}

const bufferOf = ({ raw }: Job): Buffer => Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)

/** Never the message, which may quote the mail. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

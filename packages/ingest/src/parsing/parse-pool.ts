import { type MailEnvelope, malformedMail, type PackedMail, packMail } from '@inlet/mail'
import { addressBlock, type Log, type MailMetrics } from '@inlet/runtime'
import { FairQueue, type Waiting } from '../fair-queue.ts'
import { type ParseTask, ParseThread, type ThreadEnd } from './parse-thread.ts'

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

/** What the pool tells of itself to. */
interface PoolParts {
  log: Log
  metrics: Pick<MailMetrics, 'parsed' | 'threadReplaced' | 'watchParseQueues' | 'watchParsing'>
}

/** Parses mails in worker threads. */
export interface ParsePool {
  /**
   * Never rejects: what breaks the parser, takes too long or too much memory comes back as `malformed`. So does a mail whose sender
   * was answered meanwhile (`signal`), if it still waits for a thread: nobody asks for it any more.
   */
  parse(raw: Buffer, envelope: MailEnvelope & { clientIp: string }, signal?: AbortSignal): Promise<PackedMail>
  /** How many mails are waiting or being parsed. */
  underway(): number
  stop(): Promise<void>
}

interface Job extends ParseTask {
  clientIp: string
  signal: AbortSignal | undefined
  isGiven: boolean
  settle: (mail: PackedMail) => void
}

interface Lane {
  /** Whether large mails may go to this thread; the others are kept for small ones. */
  takesLarge: boolean
  thread: ParseThread<Job>
  lastWasLarge: boolean
}

/** From this size on a mail has a thread to itself, so that no small one stands behind it. */
const largeFromBytes = 256 * 1024
/** More than one, so that a thread need not wait for the main loop between two mails. */
const jobsPerThread = 8
/** Threads that have something to do are given more, up to here, before the next one is woken: that costs less than it wins. */
const jobsBeforeNextThread = 4

const threadStart: ThreadStart = {
  script: new URL('./parse-worker.ts', import.meta.url),
  limitMs: 30_000,
  pauseMs: 1_000,
}

/**
 * Starts the threads: half of them, at least one, take large mails too, each one at a time; the others take small ones only. What
 * waits, waits in a queue that is fair to clients. A thread that fails on a mail is ended and replaced, and the mails behind it are
 * parsed again elsewhere. Where it fails before it could begin, all its mails wait for the next one: its end says nothing about them.
 */
export function startParsePool(limits: ParseLimits, { log, metrics }: PoolParts, start = threadStart): ParsePool {
  const small = new FairQueue<Job>()
  const large = new FairQueue<Job>()
  const pauses = new Set<NodeJS.Timeout>()
  const isAlone = limits.workers === 1
  const largeThreads = Math.max(1, Math.floor(limits.workers / 2))
  let isStopping = false
  let nextId = 0
  // Those for small mails first: they are the first to be given one.
  const lanes = Array.from({ length: limits.workers }, (_, index) => openLane(index >= limits.workers - largeThreads))

  function openLane(takesLarge: boolean): Lane {
    const thread: ParseThread<Job> = new ParseThread<Job>(
      { deadlineMs: limits.deadlineMs, heapMb: limits.heapMb, script: start.script, startMs: start.limitMs },
      {
        answered: (job, { mail, parseMs }) => {
          metrics.parsed(parseMs)
          feed()
          job.settle(mail)
        },
        ended: (end) => replace(lane, end),
      },
    )
    const lane = { takesLarge, thread, lastWasLarge: false }
    return lane
  }

  function replace(lane: Lane, { reason, hasBegun, culprit, others }: ThreadEnd<Job>): void {
    if (isStopping) return
    log.warn({ reason, hasBegun, sizeBytes: culprit?.raw.length ?? 0 }, 'parsing thread replaced')
    metrics.threadReplaced(reason)
    for (const job of others) queueOf(job).putBack(waiting(job))
    lanes.splice(lanes.indexOf(lane), 1)
    if (culprit) reopen(lane.takesLarge)
    else reopenLater(lane.takesLarge)
    feed()
    culprit?.settle(malformed(culprit))
  }

  function reopen(takesLarge: boolean): void {
    if (takesLarge) lanes.push(openLane(takesLarge))
    else lanes.unshift(openLane(takesLarge))
  }

  /** What ended one thread without any mail may end the next one as soon: without a pause that would be a hot loop. */
  function reopenLater(takesLarge: boolean): void {
    const pause = setTimeout(() => {
      pauses.delete(pause)
      reopen(takesLarge)
      feed()
    }, start.pauseMs)
    pauses.add(pause)
  }

  const queueOf = (job: Job) => (isLarge(job) ? large : small)

  function feed(): void {
    while (feedOne(large, lanes.find(isFreeForLarge)) || feedOne(small, laneForSmall())) {
      // Until nothing waits, or no thread can take what waits.
    }
  }

  function feedOne(queue: FairQueue<Job>, lane: Lane | undefined): boolean {
    if (!lane) return false
    const job = queue.shift()?.item
    if (!job) return false
    if (job.signal?.aborted) drop(job)
    else give(lane, job)
    return true
  }

  function give(lane: Lane, job: Job): void {
    lane.lastWasLarge = isLarge(job)
    job.isGiven = true
    lane.thread.give(job)
  }

  const isFreeForLarge = (lane: Lane) => lane.takesLarge && lane.thread.jobs === 0 && !isSmallsTurn(lane)

  function laneForSmall(): Lane | undefined {
    let best: Lane | undefined
    for (const lane of lanes) {
      if (!isFreeForSmall(lane)) continue
      if (lane.thread.jobs < jobsBeforeNextThread) return lane
      if (!best || lane.thread.jobs < best.thread.jobs) best = lane
    }
    return best
  }

  function isFreeForSmall(lane: Lane): boolean {
    const { jobs } = lane.thread
    if (jobs >= jobsPerThread || (jobs > 0 && lane.lastWasLarge)) return false
    return !lane.takesLarge || large.size === 0 || isSmallsTurn(lane)
  }

  /** Where one thread has to do it all, small mails and large ones take turns. */
  const isSmallsTurn = ({ thread, lastWasLarge }: Lane) =>
    isAlone && lastWasLarge && thread.jobs === 0 && small.size > 0

  const running = () => lanes.reduce((sum, { thread }) => sum + thread.jobs, 0)
  metrics.watchParsing(running)
  metrics.watchParseQueues(() => ({ small: small.size, large: large.size }))

  return {
    parse: (raw, envelope, signal) =>
      new Promise((settle) => {
        nextId += 1
        const { clientIp } = envelope
        const job: Job = { id: nextId, raw, envelope, clientIp, signal, isGiven: false, settle }
        queueOf(job).push(waiting(job))
        signal?.addEventListener('abort', () => job.isGiven || drop(job), { once: true })
        feed()
      }),
    underway: () => running() + small.size + large.size,
    async stop() {
      isStopping = true
      for (const pause of pauses) clearTimeout(pause)
      await Promise.all(lanes.map(({ thread }) => thread.stop()))
    },
  }
}

const dropped = packMail(malformedMail(Buffer.alloc(0), { mailFrom: '', isTls: false }), Buffer.alloc(0))

/** Its bytes go at once: the memory that they had been allowed is given to other mails by now, and the queue may be long. */
function drop(job: Job): void {
  job.raw = Buffer.alloc(0)
  job.settle(dropped)
}

const isLarge = ({ raw }: Job): boolean => raw.length > largeFromBytes

const waiting = (job: Job): Waiting<Job> => ({ item: job, client: addressBlock(job.clientIp), cost: job.raw.length })

function malformed({ raw, envelope }: Job): PackedMail {
  return packMail(malformedMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), envelope), raw)
}

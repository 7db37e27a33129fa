import { type MailEnvelope, malformedMail, type PackedMail, packMail } from '@inlet/mail'
import { addressBlock, type Log, type MailMetrics } from '@inlet/runtime'
import { FairQueue, type Waiting } from '../fair-queue.ts'
import { smallMailMaxBytes } from '../mail-buffer.ts'
import { ClientCosts, usualMs } from './client-costs.ts'
import { type Lane, type LaneJob, ParseLanes, type ParseLimits, type ThreadStart } from './parse-lanes.ts'
import type { ParseAnswer, ThreadEnd } from './parse-thread.ts'
import { TurnWatch } from './turn-watch.ts'

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

interface Job extends LaneJob {
  client: string
  signal: AbortSignal | undefined
  isGiven: boolean
  wasInterrupted: boolean
  settle: (mail: PackedMail) => void
}

/** In ms of processor: who owes this much lets all others have as much before. */
const debtMaxMs = 10_000
/** What a mail that was interrupted has cost: its turn, and the start of another thread. The rest is told by its second try. */
const interruptedMs = 500

const threadStart: ThreadStart = {
  script: new URL('./parse-worker.ts', import.meta.url),
  limitMs: 30_000,
  pauseMs: 1_000,
}

/**
 * Parses mails so that whoever sends what takes long harms himself alone. Two queues share the processor time of the threads fairly
 * among clients. Light mails go to any thread; heavy ones, which are large, or come from a client whose mails took too long lately, to
 * half of the threads, each alone. A light mail that keeps a thread for longer than its turn while others wait is interrupted, and
 * becomes heavy. A thread that fails on a mail is ended and replaced, and the mails behind it are parsed again elsewhere. Where it
 * fails before it could begin, all its mails wait for the next one: its end says nothing about them.
 */
export function startParsePool(limits: ParseLimits, { log, metrics }: PoolParts, start = threadStart): ParsePool {
  const light = new FairQueue<Job>(debtMaxMs)
  const heavy = new FairQueue<Job>(debtMaxMs)
  const costs = new ClientCosts()
  const isAlone = limits.workers === 1
  const lanes = new ParseLanes<Job>(limits, start, { answered, ended, opened: feed })
  const watch = new TurnWatch<Job>({ lanes: () => lanes.all, isWaitedFor })
  let nextId = 0

  function answered(job: Job, { mail, parseMs, processorMs }: ParseAnswer): void {
    metrics.parsed(parseMs)
    account(job, processorMs)
    feed()
    job.settle(mail)
  }

  function ended({ reason, hasBegun, culprit, others }: ThreadEnd<Job>): void {
    log.warn({ reason, hasBegun, sizeBytes: culprit?.raw.length ?? 0 }, 'parsing thread replaced')
    metrics.threadReplaced(reason)
    for (const job of others) {
      job.isGiven = false
      queueOf(job).putBack(waiting(job))
    }
    const isInterrupted = reason === 'slow'
    // What a mail that ended its thread would have taken nobody knows: its client is charged for the longest.
    if (culprit) account(culprit, isInterrupted ? interruptedMs : limits.deadlineMs)
    if (culprit && isInterrupted) tryAgainApart(culprit)
    feed()
    if (culprit && !isInterrupted) culprit.settle(malformed(culprit))
  }

  function account(job: Job, processorMs: number): void {
    const excessMs = Math.max(0, processorMs - usualMs(job.raw.length))
    costs.note(job.client, excessMs)
    queueOf(job).charge(job.client, excessMs)
  }

  function tryAgainApart(job: Job): void {
    job.isGiven = false
    job.isHeavy = true
    job.wasInterrupted = true
    heavy.push(waiting(job))
  }

  const queueOf = (job: Job) => (job.isHeavy ? heavy : light)

  const isHeavy = ({ raw, client, wasInterrupted }: Job) =>
    wasInterrupted || raw.length > smallMailMaxBytes || costs.isSlow(client)

  function feed(): void {
    while (feedOne(heavy, lanes.forHeavy(isLightsTurn)) || feedOne(light, lanes.forLight(mayTakeAny))) {
      // Until nothing waits, or no thread can take what waits.
    }
    watch.wake()
  }

  function feedOne(queue: FairQueue<Job>, lane: Lane<Job> | undefined): boolean {
    if (!lane) return false
    const job = queue.shift()?.item
    if (!job) return false
    if (job.signal?.aborted) drop(job)
    else if (queue === light && isHeavy(job)) queueHeavy(job)
    else give(lane, job)
    return true
  }

  /** Since it was put in the queue its client has turned out to be slow. */
  function queueHeavy(job: Job): void {
    job.isHeavy = true
    heavy.push(waiting(job))
  }

  function give(lane: Lane<Job>, job: Job): void {
    job.isGiven = true
    job.isQuick = costs.isQuick(job.client)
    lanes.give(lane, job)
  }

  const mayTakeAny = (lane: Lane<Job>) => heavy.size === 0 || isLightsTurn(lane)

  /** Where one thread has to do it all, light mails and heavy ones take turns. */
  const isLightsTurn = ({ thread, last }: Lane<Job>) =>
    isAlone && (last === null || last.isHeavy) && thread.jobs === 0 && light.size > 0

  function isWaitedFor({ role, thread }: Lane<Job>): boolean {
    return thread.jobs > 1 || (thread.jobs > 0 && role === 'light' && light.size > 0)
  }

  metrics.watchParsing(() => lanes.running)
  metrics.watchParseQueues(() => ({ small: light.size, large: heavy.size }))

  return {
    parse: (raw, envelope, signal) =>
      new Promise((settle) => {
        nextId += 1
        const state = { isGiven: false, isHeavy: false, isQuick: false, wasInterrupted: false }
        const job: Job = {
          ...{ id: nextId, raw, envelope, client: addressBlock(envelope.clientIp), signal, settle },
          ...state,
        }
        job.isHeavy = isHeavy(job)
        queueOf(job).push(waiting(job))
        signal?.addEventListener('abort', () => job.isGiven || drop(job), { once: true })
        feed()
      }),
    underway: () => lanes.running + light.size + heavy.size,
    async stop() {
      watch.stop()
      await lanes.stop()
    },
  }
}

const dropped = packMail(malformedMail(Buffer.alloc(0), { mailFrom: '', isTls: false }), Buffer.alloc(0))

/** Its bytes go at once: the memory that they had been allowed is given to other mails by now, and the queue may be long. */
function drop(job: Job): void {
  job.raw = Buffer.alloc(0)
  job.settle(dropped)
}

const waiting = (job: Job): Waiting<Job> => ({ item: job, client: job.client, cost: usualMs(job.raw.length) })

function malformed({ raw, envelope }: Job): PackedMail {
  return packMail(malformedMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), envelope), raw)
}

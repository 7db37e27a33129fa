import { type EnvelopeFacts, malformedMail, type PackedMail, packMail } from '@inlet/mail'
import { addressBlock, type Log, type MailMetrics } from '@inlet/runtime'
import { FairQueue, type Waiting } from '@inlet/threads'
import { smallMailMaxBytes } from '../smtp/mail-buffer.ts'
import { ClientCosts, expectedMs } from './client-costs.ts'
import { type Lane, type LaneJob, ParseLanes, type ParseLimits, type ThreadStart } from './parse-lanes.ts'
import type { ParseAnswer, ThreadEnd } from './parse-thread.ts'
import type { ThreadSource } from './thread-source.ts'
import { TimeSliceWatch } from './time-slice-watch.ts'

/** Where the pool logs and counts, and where its threads come from; new ones by default. */
interface PoolParts {
  log: Log
  metrics: Pick<MailMetrics, 'parsed' | 'threadReplaced' | 'watchParseQueues' | 'watchParsing'>
  threads?: ThreadSource | undefined
}

/** Parses mails in worker threads. */
export interface ParsePool {
  /**
   * Never rejects: a mail that breaks the parser, or takes too long or too much memory, is returned as `malformed`. So is a mail that
   * still waits for a thread when its sender has been answered (`signal`): its result is not used.
   */
  parse(raw: Buffer, envelope: EnvelopeFacts & { clientIp: string }, signal?: AbortSignal): Promise<PackedMail>
  /** How many mails are waiting or being parsed. */
  pending(): number
  /** How many small mails wait because no thread has room. Large ones have threads of their own to wait for. */
  waiting(): number
  stop(): Promise<void>
}

interface Job extends LaneJob {
  client: string
  signal: AbortSignal | undefined
  isDispatched: boolean
  wasInterrupted: boolean
  settle: (mail: PackedMail) => void
}

/** How far a client may be charged ahead, in ms of processor time. */
const leadMaxMs = 10_000
/** The charge for an interrupted mail: its time slice and the start of another thread. Its retry is charged separately. */
const interruptedMs = 500

const threadStart: ThreadStart = {
  script: new URL('./parse-worker.ts', import.meta.url),
  limitMs: 30_000,
  pauseMs: 1_000,
}

/**
 * Parses mails so that a client that sends slow ones delays only itself. Two queues share the processor time of the threads fairly among
 * clients. Light mails go to any thread. Heavy ones, which are large or from a client whose mails took too long lately, go to half of the
 * threads, one at a time. A light mail that exceeds its time slice while others wait is interrupted and becomes heavy. A thread that
 * fails on a mail is replaced, and the mails queued behind it are parsed by another. Where a thread fails before it is ready, none
 * of its mails is the cause: all of them are parsed by another.
 */
export function startParsePool(
  limits: ParseLimits,
  { log, metrics, threads }: PoolParts,
  start = threadStart,
): ParsePool {
  const light = new FairQueue<Job>(leadMaxMs)
  const heavy = new FairQueue<Job>(leadMaxMs)
  const costs = new ClientCosts()
  const hasOneThread = limits.workers === 1
  const lanes = new ParseLanes<Job>(limits, { ...start, threads }, { answered, ended, opened: dispatch })
  const watch = new TimeSliceWatch<Job>({ lanes: () => lanes.all, blocksOthers })
  let nextId = 0

  function answered(job: Job, { mail, parseMs, processorMs }: ParseAnswer): void {
    metrics.parsed(parseMs)
    account(job, processorMs)
    dispatch()
    job.settle(mail)
  }

  function ended({ reason, hasBegun, failedJob, others }: ThreadEnd<Job>): void {
    log.warn({ reason, hasBegun, sizeBytes: failedJob?.raw.length ?? 0 }, 'parsing thread replaced')
    metrics.threadReplaced(reason)
    for (const job of others) {
      job.isDispatched = false
      queueOf(job).putBack(waiting(job))
    }
    const isInterrupted = reason === 'slow'
    // How long a mail that ended its thread would have taken is unknown: its client is charged the deadline.
    if (failedJob) account(failedJob, isInterrupted ? interruptedMs : limits.deadlineMs)
    if (failedJob && isInterrupted) retryAsHeavy(failedJob)
    dispatch()
    if (failedJob && !isInterrupted) failedJob.settle(malformed(failedJob))
  }

  function account(job: Job, processorMs: number): void {
    const excessMs = Math.max(0, processorMs - expectedMs(job.raw.length))
    costs.record(job.client, excessMs)
    queueOf(job).charge(job.client, excessMs)
  }

  function retryAsHeavy(job: Job): void {
    job.isDispatched = false
    job.isHeavy = true
    job.wasInterrupted = true
    heavy.push(waiting(job))
  }

  const queueOf = (job: Job) => (job.isHeavy ? heavy : light)

  const isHeavy = ({ raw, client, wasInterrupted }: Job) =>
    wasInterrupted || raw.length > smallMailMaxBytes || costs.isSlow(client)

  function dispatch(): void {
    while (dispatchOne(heavy, lanes.forHeavy(isTurnOfLight)) || dispatchOne(light, lanes.forLight(mayTakeAny))) {
      // Until nothing waits, or no thread can take what waits.
    }
    watch.start()
  }

  function dispatchOne(queue: FairQueue<Job>, lane: Lane<Job> | undefined): boolean {
    if (!lane) return false
    const job = queue.shift()?.item
    if (!job) return false
    if (job.signal?.aborted) drop(job)
    else if (queue === light && isHeavy(job)) queueHeavy(job)
    else give(lane, job)
    return true
  }

  /** Its client has become slow since it was queued. */
  function queueHeavy(job: Job): void {
    job.isHeavy = true
    heavy.push(waiting(job))
  }

  function give(lane: Lane<Job>, job: Job): void {
    job.isDispatched = true
    job.isQuick = costs.isQuick(job.client)
    lanes.give(lane, job)
  }

  const mayTakeAny = (lane: Lane<Job>) => heavy.size === 0 || isTurnOfLight(lane)

  /** A single thread alternates between light and heavy mails. */
  const isTurnOfLight = ({ thread, last }: Lane<Job>) =>
    hasOneThread && (last === null || last.isHeavy) && thread.jobs === 0 && light.size > 0

  function blocksOthers({ role, thread }: Lane<Job>): boolean {
    return thread.jobs > 1 || (thread.jobs > 0 && role === 'light' && light.size > 0)
  }

  metrics.watchParsing(() => lanes.running)
  metrics.watchParseQueues(() => ({ small: light.size, large: heavy.size }))

  return {
    parse: (raw, envelope, signal) =>
      new Promise((settle) => {
        nextId += 1
        const state = { isDispatched: false, isHeavy: false, isQuick: false, wasInterrupted: false }
        const job: Job = {
          ...{ id: nextId, raw, envelope, client: addressBlock(envelope.clientIp), signal, settle },
          ...state,
        }
        job.isHeavy = isHeavy(job)
        queueOf(job).push(waiting(job))
        signal?.addEventListener('abort', () => job.isDispatched || drop(job), { once: true })
        dispatch()
      }),
    pending: () => lanes.running + light.size + heavy.size,
    waiting: () => light.size,
    async stop() {
      watch.stop()
      await lanes.stop()
    },
  }
}

const dropped = packMail(malformedMail(Buffer.alloc(0), { mailFrom: '', isTls: false }), Buffer.alloc(0))

/** Releases its bytes at once: their part of the memory budget belongs to other mails by now, and the queue may be long. */
function drop(job: Job): void {
  job.raw = Buffer.alloc(0)
  job.settle(dropped)
}

const waiting = (job: Job): Waiting<Job> => ({ item: job, client: job.client, cost: expectedMs(job.raw.length) })

function malformed({ raw, envelope }: Job): PackedMail {
  return packMail(malformedMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), envelope), raw)
}

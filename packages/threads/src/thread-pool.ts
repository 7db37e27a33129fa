import { FairQueue, type Waiting } from './fair-queue.ts'
import { KeyCosts } from './key-costs.ts'
import { type Lane, type LaneJob, type LaneOptions, ThreadLanes } from './thread-lanes.ts'
import { TimeSliceWatch } from './time-slice-watch.ts'
import type { ThreadEnd as EndOf, PackedJob, ThreadJob, ThreadOptions } from './worker-thread.ts'

/**
 * Worker threads for hostile input: parsing, reading and rendering mails, and authentication.
 *
 * - A `WorkerThread` has a heap limit, a limit for its start, and a deadline for its jobs: elapsed time for one job, or processor time
 *   for a turn where its jobs take turns. One that ends is replaced; the job that it worked on fails, the others are done by another
 *   thread or fail with the reason.
 * - `ThreadLanes` are the threads of a pool. They start when there is work; or all at once, with some for light jobs only.
 * - The pool has two fair queues, of light and of heavy jobs. A job is charged to its key for what it is expected to take when it is
 *   taken, and for the rest when it is done. Where nothing is expected, jobs wait in the order of their keys' turns.
 *
 * Its users bound how much waits: by `createFairTurns`, or by what their own callers may send.
 */
export interface ThreadPool<Task, Answer> {
  /**
   * Does a task on a thread. One that still waits when `signal` is aborted is dropped; so is one that a thread has, where jobs take turns.
   * @throws JobFailed
   */
  run(key: string, task: Task, signal?: AbortSignal): Promise<Answer>
  /** Settles when each thread that there is has started or ended. */
  started(): Promise<void>
  /** Tasks that threads have. */
  readonly running: number
  /** Tasks that wait for a thread. */
  readonly waiting: { light: number; heavy: number }
  /** Ends all threads; what is running or waiting fails. */
  stop(): Promise<void>
}

/** What the jobs of a pool take of its processors, in ms. Keys that take more than expected delay only themselves. */
interface JobCosts<Task, Answer> {
  expectedMs: (task: Task) => number
  /** Processor time that a job took. */
  tookMs: (answer: Answer) => number
  isLarge: (task: Task) => boolean
}

/** The limit of a turn, and how often it is checked. */
export interface TurnLimit {
  /** Processor time. */
  computeMs: number
  /** Elapsed time for which the processor time may stay unknown. */
  stuckMs: number
  checkMs: number
}

/** How a pool does its jobs. */
export interface PoolOptions<Task, Answer>
  extends LaneOptions,
    Omit<ThreadOptions<PoolJob<Task>>, 'pack' | 'hasTurns'> {
  pack: (job: PoolJob<Task>) => PackedJob
  /** Where it is not set, no job is heavy. */
  costs?: JobCosts<Task, Answer>
  /** Where jobs take turns within their thread: the limit of a turn. */
  turns?: TurnLimit
  /**
   * Whether jobs that did not end their thread are done by the next one, and wait for it as long as it takes. Otherwise they fail, also
   * those that come during a pause.
   */
  waitsForThreads: boolean
  onEnd?: (end: ThreadEnd<Task>) => void
  onNotice?: (notice: string) => void
}

/** A task in the pool. */
export interface PoolJob<Task> extends ThreadJob {
  key: string
  task: Task
}

/** How a thread ended. */
export type ThreadEnd<Task> = EndOf<PoolJob<Task>>

type FailedBy = 'itself' | 'another job' | 'no job'

/** A job without an answer. The reason never quotes its input. */
export class JobFailed extends Error {
  override name = 'JobFailed'
  readonly reason: string
  /** The job that ended its thread, if one did. */
  readonly by: FailedBy

  constructor(reason: string, by: FailedBy = 'no job') {
    super(`A job failed with its thread: ${reason}`)
    this.reason = reason
    this.by = by
  }

  /** Whether it used up its time or its memory, so that it would fail again. */
  get isByWork(): boolean {
    return this.by === 'itself' && (this.reason === 'deadline' || this.reason === 'ERR_WORKER_OUT_OF_MEMORY')
  }
}

interface Job<Task, Answer extends ThreadJob> extends LaneJob, PoolJob<Task> {
  lane: Lane<Job<Task, Answer>, Answer> | null
  signal: AbortSignal | undefined
  resolve: (answer: Answer) => void
  reject: (error: JobFailed) => void
}

/** How far a key may be charged ahead, in ms of processor time. */
const leadMaxMs = 10_000
/** The charge for an interrupted job: its time slice and the start of another thread. Its retry is charged separately. */
const interruptedMs = 500
/** Processor time beyond the expected one that a job may take while others wait for its thread. */
const sliceMs = 150
const sliceCheckMs = 50

/**
 * Makes a pool in which a key with slow jobs delays only itself. Light jobs go to any thread. Heavy ones, which are large or of a key whose
 * jobs took too long lately, go to half of the threads, one at a time. A light job that exceeds its time slice while others wait is
 * interrupted and becomes heavy.
 */
export function createThreadPool<Task, Answer extends ThreadJob>(
  options: PoolOptions<Task, Answer>,
): ThreadPool<Task, Answer> {
  type OwnJob = Job<Task, Answer>
  type OwnLane = Lane<OwnJob, Answer>
  const { costs, turns, waitsForThreads } = options
  const light = new FairQueue<OwnJob>(leadMaxMs)
  const heavy = new FairQueue<OwnJob>(leadMaxMs)
  const keyCosts = new KeyCosts()
  const hasOneThread = options.threads === 1
  const unsettled = new Set<OwnJob>()
  const start = { ...options, hasTurns: turns !== undefined }
  const lanes = new ThreadLanes<OwnJob, Answer>(options, start, {
    ...{ answered, ended, opened: dispatch, noticed: options.onNotice },
  })
  const watch = new TimeSliceWatch<OwnJob, Answer>({
    ...{ checkMs: sliceCheckMs, stuckMs: Number.POSITIVE_INFINITY, ...turns },
    lanes: () => lanes.all,
    isLimited: (lane) => (turns ? lane.thread.jobs > 0 : blocksOthers(lane)),
    sliceOf: (job) =>
      turns ? { ms: turns.computeMs, reason: 'deadline' } : { ms: expectedMs(job) + sliceMs, reason: 'slow' },
  })
  let nextId = 0
  let isStopped = false

  const expectedMs = ({ task }: OwnJob) => costs?.expectedMs(task) ?? 1
  const queueOf = (job: OwnJob) => (job.isHeavy ? heavy : light)
  const waiting = (job: OwnJob): Waiting<OwnJob> => ({ item: job, client: job.key, cost: expectedMs(job) })

  function answered(job: OwnJob, answer: Answer): void {
    if (costs) charge(job, costs.tookMs(answer))
    dispatch()
    if (unsettled.delete(job)) job.resolve(answer)
  }

  function ended(end: EndOf<OwnJob>): void {
    const { reason, failedJob, others } = end
    options.onEnd?.(end)
    const lost = waitsForThreads ? [] : others
    if (waitsForThreads) for (const job of others) putBack(job)
    const isInterrupted = reason === 'slow'
    // How long a job that ended its thread would have taken is unknown: its key is charged the deadline.
    if (failedJob && costs) charge(failedJob, isInterrupted ? interruptedMs : (options.deadlineMs ?? 0))
    if (failedJob && isInterrupted) queueHeavy(failedJob)
    dispatch()
    if (failedJob && !isInterrupted) fail(failedJob, new JobFailed(reason, 'itself'))
    for (const job of lost) fail(job, new JobFailed(reason, failedJob ? 'another job' : 'no job'))
  }

  function charge(job: OwnJob, processorMs: number): void {
    const excessMs = Math.max(0, processorMs - expectedMs(job))
    keyCosts.record(job.key, excessMs)
    queueOf(job).charge(job.key, excessMs)
  }

  function putBack(job: OwnJob): void {
    job.lane = null
    queueOf(job).putBack(waiting(job))
  }

  /** Where its key has become slow since it was queued, or it was interrupted. */
  function queueHeavy(job: OwnJob): void {
    job.lane = null
    job.isHeavy = true
    heavy.push(waiting(job))
  }

  const isHeavy = ({ task, key }: OwnJob): boolean =>
    costs !== undefined && (costs.isLarge(task) || keyCosts.isSlow(key))

  function dispatch(): void {
    if (isStopped) return
    while (
      dispatchOne(heavy, () => lanes.forHeavy(isTurnOfLight)) ||
      dispatchOne(light, () => lanes.forLight(mayTakeAny))
    ) {
      // Until nothing waits, or no thread can take what waits.
    }
    watch.start()
  }

  function dispatchOne(queue: FairQueue<OwnJob>, findLane: () => OwnLane | undefined): boolean {
    const lane = queue.size > 0 ? findLane() : undefined
    const job = lane && queue.shift()?.item
    if (!lane || !job) return false
    if (job.signal?.aborted) drop(job)
    if (!unsettled.has(job)) return true
    if (queue === light && isHeavy(job)) queueHeavy(job)
    else give(lane, job)
    return true
  }

  function give(lane: OwnLane, job: OwnJob): void {
    job.lane = lane
    job.isQuick = !costs || (!job.isHeavy && keyCosts.isQuick(job.key))
    lanes.give(lane, job)
  }

  const mayTakeAny = (lane: OwnLane) => heavy.size === 0 || isTurnOfLight(lane)

  /** A single thread alternates between light and heavy jobs. */
  const isTurnOfLight = ({ thread, last }: OwnLane) =>
    hasOneThread && (last === null || last.isHeavy) && thread.jobs === 0 && light.size > 0

  function blocksOthers({ role, thread }: OwnLane): boolean {
    if (!costs) return false
    return thread.jobs > 1 || (thread.jobs > 0 && role === 'light' && light.size > 0)
  }

  function fail(job: OwnJob, error: JobFailed): void {
    if (unsettled.delete(job)) job.reject(error)
  }

  function drop(job: OwnJob): void {
    if (!unsettled.has(job) || (job.lane && !turns)) return
    job.lane?.thread.forget(job)
    fail(job, new JobFailed('dropped'))
  }

  function refusalOf(signal: AbortSignal | undefined): string | null {
    if (isStopped) return 'stopped'
    if (signal?.aborted) return 'dropped'
    return lanes.isPaused && !waitsForThreads ? 'paused' : null
  }

  function enqueue(job: OwnJob): void {
    job.isHeavy = isHeavy(job)
    queueOf(job).push(waiting(job))
    dispatch()
  }

  return {
    run(key, task, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<Answer>()
      nextId += 1
      const state = { lane: null, isHeavy: false, isQuick: false }
      const job: OwnJob = { id: nextId, key, task, signal, resolve, reject, ...state }
      unsettled.add(job)
      signal?.addEventListener('abort', () => drop(job), { once: true })
      const refusal = refusalOf(signal)
      if (refusal) fail(job, new JobFailed(refusal))
      else enqueue(job)
      return promise
    },
    started: () => lanes.started(),
    get running() {
      return lanes.running
    },
    get waiting() {
      return { light: light.size, heavy: heavy.size }
    },
    async stop() {
      isStopped = true
      watch.stop()
      const stopped = lanes.stop()
      for (const job of unsettled) fail(job, new JobFailed('stopped'))
      await stopped
    },
  }
}

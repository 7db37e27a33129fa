import { AppError } from '@inlet/contract'
import type { Log } from '@inlet/runtime'
import { createFairTurns, createThreadPool, type ThreadEnd, TooManyWaiting, TurnTimeout } from '@inlet/threads'

/** How many threads there may be, how many work items of one caller may wait, how long each, and the limits of a thread. */
export interface PoolLimits {
  threads: number
  waitingPerCaller: number
  maxWaitMs: number
  /** For one work item. */
  deadlineMs: number
  startMs: number
  /** How long a thread is kept without work. */
  idleMs: number
  heapMb: number
}

/** A task, and the buffers of it that are moved to the thread instead of copied. */
export interface WorkItem<Task> {
  task: Task
  transfer: ArrayBuffer[]
}

/** A work item as the thread gets it, and its reply. */
export interface ThreadTask<Task> {
  id: number
  task: Task
}
export interface ThreadResult<Result> {
  id: number
  result: Result
}

/**
 * Worker threads for hostile input. A caller uses at most one thread at a time and callers take turns, so that with two threads or more
 * one caller's slow work delays no other caller.
 */
export interface WorkerPool<Task, Result> {
  /**
   * Runs a work item when it is the caller's turn; `prepare` is called only then, so that waiting items hold no memory.
   * @throws JobFailed; TOO_MANY_REQUESTS `rate_limited` when too many items of the caller wait, or one for too long behind them;
   * SERVICE_UNAVAILABLE when it waited too long behind others'; what `prepare` throws
   */
  run(caller: string, prepare: () => Promise<WorkItem<Task>>): Promise<Result>
  stop(): Promise<void>
}

/** Makes a pool; threads start when there is work, and end after some time without any. */
export function workerPool<Task, Result>(script: URL, limits: PoolLimits, log: Log): WorkerPool<Task, Result> {
  const { threads, waitingPerCaller, maxWaitMs, ...threadLimits } = limits
  const turns = createFairTurns({ perKey: 1, total: threads, waitingPerKey: waitingPerCaller })
  const pool = createThreadPool<WorkItem<Task>, ThreadResult<Result>>({
    ...{ script, name: 'mails', ...threadLimits, pauseMs: 0 },
    ...{ threads, hasLightLanes: false, jobsPerThread: 1, waitsForThreads: false },
    pack: ({ id, task: { task, transfer } }) => ({ task: { id, task }, transfer }),
    onEnd: ended,
  })

  function ended({ reason, failedJob, others }: ThreadEnd<WorkItem<Task>>): void {
    if (failedJob || others.length > 0) log.warn({ reason }, 'mail thread replaced')
  }

  return {
    async run(caller, prepare) {
      try {
        const turn = { key: caller, maxWaitMs }
        return await turns.run(turn, async () => (await pool.run(caller, await prepare())).result)
      } catch (error) {
        if (error instanceof TurnTimeout) throw error.isOwnLimit ? tooManyWaiting() : tooManyCallers()
        throw error instanceof TooManyWaiting ? tooManyWaiting() : error
      }
    },
    stop: () => pool.stop(),
  }
}

const tooManyWaiting = () =>
  AppError.of('rate_limited', {
    message: 'Too many mails are being parsed for this caller: try again',
    retryAfterSeconds: 1,
  })

const tooManyCallers = () =>
  new AppError('SERVICE_UNAVAILABLE', 'Too many mails are being read: try again', { retryAfterSeconds: 1 })

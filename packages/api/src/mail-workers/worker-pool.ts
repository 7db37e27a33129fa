import { AppError } from '@inlet/contract'
import type { Log } from '@inlet/runtime'
import { type ThreadLimits, WorkerFailed, WorkerThread, type WorkItem } from './worker-thread.ts'

/** How many threads there may be, and how many work items of one caller may wait. */
export interface PoolLimits extends ThreadLimits {
  threads: number
  waitingPerCaller: number
}

/**
 * Worker threads for hostile input. A caller uses at most one thread at a time and callers take turns, so that with two threads or more
 * one caller's slow work delays no other caller.
 */
export interface WorkerPool<Task, Result> {
  /**
   * Runs a work item when it is the caller's turn; `prepare` is called only then, so that waiting items hold no memory.
   * @throws WorkerFailed; TOO_MANY_REQUESTS `rate_limited` when too many items of the caller wait; what `prepare` throws
   */
  run(caller: string, prepare: () => Promise<WorkItem<Task>>): Promise<Result>
  stop(): Promise<void>
}

type Start = () => void

/** Makes a pool; threads start when there is work, and end after some time without any. */
export function workerPool<Task, Result>(script: URL, limits: PoolLimits, log: Log): WorkerPool<Task, Result> {
  const idle: WorkerThread<Task, Result>[] = []
  const threads = new Set<WorkerThread<Task, Result>>()
  /** By caller, in the order of their turns. */
  const waiting = new Map<string, Start[]>()
  const working = new Set<string>()
  let isStopped = false

  function startNext(): void {
    for (const [caller, starts] of waiting) {
      if (working.size >= limits.threads) return
      if (working.has(caller)) continue
      const start = starts.shift()
      if (starts.length === 0) waiting.delete(caller)
      working.add(caller)
      start?.()
    }
  }

  function finish(caller: string): void {
    working.delete(caller)
    const starts = waiting.get(caller)
    // To the end of the queue, so that the next turn is another caller's.
    waiting.delete(caller)
    if (starts) waiting.set(caller, starts)
    startNext()
  }

  async function waitForTurn(caller: string): Promise<void> {
    const starts = waiting.get(caller) ?? []
    if (starts.length >= limits.waitingPerCaller) throw tooManyWaiting()
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(caller, [...starts, resolve])
    startNext()
    await promise
  }

  /** Skips threads that ended while they were idle. */
  function takeIdleThread(): WorkerThread<Task, Result> | undefined {
    let thread = idle.pop()
    while (thread?.hasEnded) {
      threads.delete(thread)
      thread = idle.pop()
    }
    return thread
  }

  async function runOnThread(item: WorkItem<Task>): Promise<Result> {
    if (isStopped) throw new WorkerFailed('stopped')
    const thread = takeIdleThread() ?? new WorkerThread<Task, Result>(script, limits)
    threads.add(thread)
    try {
      const result = await thread.run(item)
      thread.endWhenIdle(() => {
        idle.splice(idle.indexOf(thread), 1)
        threads.delete(thread)
      })
      idle.push(thread)
      return result
    } catch (error) {
      threads.delete(thread)
      if (error instanceof WorkerFailed && !isStopped) log.warn({ reason: error.reason }, 'mail thread replaced')
      throw error
    }
  }

  return {
    async run(caller, prepare) {
      await waitForTurn(caller)
      try {
        return await runOnThread(await prepare())
      } finally {
        finish(caller)
      }
    },
    async stop() {
      isStopped = true
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}

const tooManyWaiting = () =>
  AppError.of('rate_limited', {
    message: 'Too many mails are being parsed for this caller: try again',
    retryAfterSeconds: 1,
  })

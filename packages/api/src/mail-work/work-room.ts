import { faultAt } from '@inlet/contract'
import type { Log } from '@inlet/runtime'
import { type ThreadLimits, type Work, WorkFailed, WorkThread } from './work-thread.ts'

/** How many threads there may be, and how many pieces of work of one caller may wait. */
export interface RoomLimits extends ThreadLimits {
  threads: number
  waitingPerCaller: number
}

/**
 * Threads for work on hostile bytes. Each caller has one at most, and callers take turns, so that one caller's slow work is a wait for
 * that caller alone, as long as there is a second thread.
 */
export interface WorkRoom<Task, Result> {
  /**
   * Does a piece of work when its turn has come; `prepare` is called only then, so that what waits holds no memory.
   * @throws WorkFailed; TOO_MANY_REQUESTS `rate_limited` when the caller has too much waiting; what `prepare` throws
   */
  run(caller: string, prepare: () => Promise<Work<Task>>): Promise<Result>
  stop(): Promise<void>
}

type Start = () => void

/** Makes the room; threads start when there is work, and end when there has been none for a while. */
export function workRoom<Task, Result>(script: URL, limits: RoomLimits, log: Log): WorkRoom<Task, Result> {
  const idle: WorkThread<Task, Result>[] = []
  const threads = new Set<WorkThread<Task, Result>>()
  /** By caller, in the order of their turns. */
  const waiting = new Map<string, Start[]>()
  const working = new Set<string>()
  let isStopped = false

  function beginNext(): void {
    for (const [caller, starts] of waiting) {
      if (working.size >= limits.threads) return
      if (working.has(caller)) continue
      const start = starts.shift()
      if (starts.length === 0) waiting.delete(caller)
      working.add(caller)
      start?.()
    }
  }

  function end(caller: string): void {
    working.delete(caller)
    const starts = waiting.get(caller)
    // Behind those who came meanwhile: the next turn is another caller's.
    waiting.delete(caller)
    if (starts) waiting.set(caller, starts)
    beginNext()
  }

  async function itsTurn(caller: string): Promise<void> {
    const starts = waiting.get(caller) ?? []
    if (starts.length >= limits.waitingPerCaller) throw tooMuchWaiting()
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(caller, [...starts, resolve])
    beginNext()
    await promise
  }

  /** One may have ended while it had nothing to do. */
  function idleThread(): WorkThread<Task, Result> | undefined {
    let thread = idle.pop()
    while (thread?.hasEnded) {
      threads.delete(thread)
      thread = idle.pop()
    }
    return thread
  }

  async function onThread(work: Work<Task>): Promise<Result> {
    if (isStopped) throw new WorkFailed('stopped')
    const thread = idleThread() ?? new WorkThread<Task, Result>(script, limits)
    threads.add(thread)
    try {
      const result = await thread.run(work)
      thread.rest(() => {
        idle.splice(idle.indexOf(thread), 1)
        threads.delete(thread)
      })
      idle.push(thread)
      return result
    } catch (error) {
      threads.delete(thread)
      if (error instanceof WorkFailed && !isStopped) log.warn({ reason: error.reason }, 'mail thread replaced')
      throw error
    }
  }

  return {
    async run(caller, prepare) {
      await itsTurn(caller)
      try {
        return await onThread(await prepare())
      } finally {
        end(caller)
      }
    },
    async stop() {
      isStopped = true
      await Promise.all([...threads].map((thread) => thread.stop()))
    },
  }
}

const tooMuchWaiting = () =>
  faultAt(
    'TOO_MANY_REQUESTS',
    { path: 'include', code: 'rate_limited', message: 'Too many mails are being read for this caller: try again' },
    { retryAfterSeconds: 1 },
  )

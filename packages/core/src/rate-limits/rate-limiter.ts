import { recentEntries } from '../caching/recent-entries.ts'
import type { Deps } from '../deps.ts'
import { jointTaker } from './joint-takes.ts'
import { returnToWindow, type Taken, takeFromWindow } from './take-from-window.ts'

/**
 * The limit of one bucket. With `blockMax` above 1 a process takes that many in advance, for callers that call often; with 1 none, but
 * calls of several buckets may be counted by one write.
 */
export interface RateLimit {
  bucket: string
  limit: number
  windowMs: number
  blockMax: number
}

/** The result for one call: `resetsAt` is the end of the window, in Unix seconds. */
export interface RateVerdict {
  isAllowed: boolean
  limit: number
  remaining: number
  resetsAt: number
  retryAfterSeconds: number
}

interface Block {
  left: number
  remainingShared: number
  windowEndsAt: number
  /** The same moment on this process's clock. */
  endsHereAt: number
}

/** Limits calls by fixed windows that all processes share through the database. */
export interface RateLimiter {
  /** Counts one call. @throws the driver's error when the database is away */
  take(limit: RateLimit): Promise<RateVerdict>
  /**
   * Counts one try that may be given back, such as a password that turns out to be right. Nothing of it is remembered in this process.
   * @throws the driver's error when the database is away
   */
  reserve(limit: Omit<RateLimit, 'blockMax'>): Promise<RateReservation>
}

/** A counted try. */
export interface RateReservation {
  verdict: RateVerdict
  /** Uncounts it, within its window. */
  giveBack(): Promise<void>
}

/**
 * Makes the limiter of a process: it takes small blocks in advance, the next one while the last is being used up, and remembers a used-up
 * window until its end.
 */
export function rateLimiter(deps: Deps): RateLimiter {
  const blocks = recentEntries<Block>(50_000)
  const refills = new Map<string, Promise<void>>()
  const takeOne = jointTaker(deps)
  const nowMs = () => deps.clock.now().getTime()

  function heldNow(bucket: string): Block | null {
    const held = blocks.get(bucket)
    return held && held.endsHereAt > nowMs() ? held : null
  }

  async function takeBlock(limit: RateLimit): Promise<void> {
    const before = heldNow(limit.bucket)
    // Smaller blocks as the window fills up, since what one process holds and does not use is lost to the others.
    const wanted = Math.max(1, Math.min(limit.blockMax, Math.floor((before?.remainingShared ?? limit.limit) / 20)))
    const taken = limit.blockMax === 1 ? await takeOne(limit) : await takeFromWindow(deps, { ...limit, wanted })
    const fresh = toBlock(taken, limit.limit)
    const held = heldNow(limit.bucket)
    const left = held?.windowEndsAt === fresh.windowEndsAt ? held.left + fresh.left : fresh.left
    blocks.set(limit.bucket, { ...fresh, left })
  }

  /** One block at a time for each bucket: all calls that need it wait for the same one. */
  function refill(limit: RateLimit): Promise<void> {
    const running = refills.get(limit.bucket)
    if (running) return running
    const started = takeBlock(limit).finally(() => refills.delete(limit.bucket))
    refills.set(limit.bucket, started)
    return started
  }

  function toBlock(taken: Taken, limit: number): Block {
    return {
      left: taken.granted,
      remainingShared: limit - taken.count,
      windowEndsAt: taken.windowEndsAt.getTime(),
      endsHereAt: nowMs() + taken.windowEndsAt.getTime() - taken.takenAt.getTime(),
    }
  }

  return {
    async take(limit) {
      for (;;) {
        const held = heldNow(limit.bucket)
        if (held && held.left > 0) {
          held.left -= 1
          // At half a block, so that the next is there when this one is used up. A failure is thrown to the call that needs it then.
          if (held.left === limit.blockMax / 2 && held.remainingShared > 0) refill(limit).catch(() => {})
          return verdict(limit, held, true)
        }
        if (held && held.remainingShared <= 0 && !refills.has(limit.bucket)) return verdict(limit, held, false)
        await refill(limit)
      }
    },
    async reserve(given) {
      const limit = { ...given, blockMax: 1 }
      const taken = await takeFromWindow(deps, { ...limit, wanted: 1 })
      const isAllowed = taken.granted > 0
      return {
        verdict: verdict(limit, { ...toBlock(taken, limit.limit), left: 0 }, isAllowed),
        giveBack: async () => {
          if (isAllowed) await returnToWindow(deps, { ...limit, count: 1 }, taken.windowEndsAt)
        },
      }
    },
  }

  function verdict(limit: RateLimit, held: Block, isAllowed: boolean): RateVerdict {
    return {
      isAllowed,
      limit: limit.limit,
      remaining: Math.max(0, held.remainingShared + held.left),
      resetsAt: Math.ceil(held.windowEndsAt / 1000),
      retryAfterSeconds: Math.max(1, Math.ceil((held.endsHereAt - nowMs()) / 1000)),
    }
  }
}

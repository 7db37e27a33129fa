import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { type Taken, takeFromWindow } from './take-from-window.ts'

/** One party's limit. `blockMax` above 1 takes that many in advance, for parties that call often. */
export interface RateLimit {
  bucket: string
  limit: number
  windowMs: number
  blockMax: number
}

/** Where a call stands: `resetsAt` is when the window ends, in Unix seconds. */
export interface RateVerdict {
  isAllowed: boolean
  limit: number
  remaining: number
  resetsAt: number
  retryAfterSeconds: number
}

interface Holding {
  left: number
  remainingShared: number
  windowEndsAt: number
  /** The same moment by this process's clock. */
  endsHereAt: number
}

/** Limits calls by fixed windows that all processes share through the database. */
export interface RateLimiter {
  /** Counts one call. @throws the driver's error when the database is away */
  take(limit: RateLimit): Promise<RateVerdict>
}

/** Makes the limiter of a process: it holds small blocks taken in advance and remembers a used-up window until its end. */
export function rateLimiter(deps: Deps): RateLimiter {
  const holdings = new LRUCache<string, Holding>({ max: 50_000 })
  const taking = new Map<string, Promise<Holding>>()
  const nowMs = () => deps.clock.now().getTime()

  async function refill(limit: RateLimit): Promise<Holding> {
    const before = holdings.get(limit.bucket)
    // Near the end of a window small blocks, or what one process holds and does not use is missing to the others.
    const wanted = Math.max(1, Math.min(limit.blockMax, Math.floor((before?.remainingShared ?? limit.limit) / 20)))
    const taken = await takeFromWindow(deps, { ...limit, wanted })
    const holding = toHolding(taken, limit.limit)
    holdings.set(limit.bucket, holding)
    return holding
  }

  function refillOnce(limit: RateLimit): Promise<Holding> {
    const running = taking.get(limit.bucket)
    if (running) return running
    const started = refill(limit).finally(() => taking.delete(limit.bucket))
    taking.set(limit.bucket, started)
    return started
  }

  function toHolding(taken: Taken, limit: number): Holding {
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
        const held = holdings.get(limit.bucket)
        const isCurrent = held !== undefined && held.endsHereAt > nowMs()
        if (isCurrent && held.left > 0) {
          held.left -= 1
          return verdict(limit, held, true)
        }
        if (isCurrent && held.remainingShared <= 0) return verdict(limit, held, false)
        await refillOnce(limit)
      }
    },
  }

  function verdict(limit: RateLimit, held: Holding, isAllowed: boolean): RateVerdict {
    return {
      isAllowed,
      limit: limit.limit,
      remaining: Math.max(0, held.remainingShared + held.left),
      resetsAt: Math.ceil(held.windowEndsAt / 1000),
      retryAfterSeconds: Math.max(1, Math.ceil((held.endsHereAt - nowMs()) / 1000)),
    }
  }
}

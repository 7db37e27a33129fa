import { AppError, limits as contractLimits } from '@inlet/contract'
import { createFairTurns, TurnTimeout } from '@inlet/threads'

/** How many quick looks, and how many long scans, may run at the same time, for one service and for the process. */
export interface SearchLimits {
  perService: number
  perProcess: number
}

/** The service of a search, and how long it may wait in the queue. */
export interface QueuedSearch {
  serviceId: string
  maxWaitMs: number
}

/** Runs a search when the limits allow it. @throws TOO_MANY_REQUESTS `rate_limited` after its `maxWaitMs` */
export type RunSearch = <T>(queued: QueuedSearch, search: () => Promise<T>) => Promise<T>

/**
 * The queue of a process's searches. Every search begins with a quick look, in which most searches end; these have limits of their own, so
 * that they do not wait behind the few scans that take seconds.
 */
export interface SearchQueue {
  quickLook: RunSearch
  longScan: RunSearch
}

/** The wait of a call that does not wait for mail. */
export const defaultSearchWaitMs = 1_000

const defaultLimits: SearchLimits = {
  perService: contractLimits.searchesPerService,
  perProcess: contractLimits.searchesPerProcess,
}

interface SearchQueueParts {
  limits?: SearchLimits
  /** Who made a service: one user may have many. */
  makerOf: (serviceId: string) => Promise<string>
  /** Called for every search that waited for too long. */
  onRefused?: () => void
}

/** Makes the queue of a process. */
export function searchQueue(parts: SearchQueueParts): SearchQueue {
  return { quickLook: runIn(parts), longScan: runIn(parts) }
}

/** The services of one maker leave a place to those of others, however many they are. Where others wait, the next free place is theirs. */
function runIn({ limits = defaultLimits, makerOf, onRefused = () => {} }: SearchQueueParts): RunSearch {
  const { perService, perProcess } = limits
  const services = createFairTurns({ perKey: perService, total: Number.POSITIVE_INFINITY })
  const perMaker = Math.max(perService, perProcess - 1)
  const makers = createFairTurns({ perKey: perMaker, total: perProcess })
  return async ({ serviceId, maxWaitMs }, search) => {
    const waitsUntil = performance.now() + maxWaitMs
    try {
      return await services.run({ key: serviceId, maxWaitMs }, async () => {
        const key = await makerOf(serviceId)
        return await makers.run({ key, maxWaitMs: Math.max(0, waitsUntil - performance.now()) }, search)
      })
    } catch (error) {
      if (!(error instanceof TurnTimeout)) throw error
      onRefused()
      throw tooManySearches(error.isOwnLimit)
    }
  }
}

function tooManySearches(isOwnLimit: boolean): Error {
  const message = isOwnLimit
    ? 'Too many searches of this service run at the same time, or of others that the same user made: try again'
    : 'Too many searches run at the same time: try again'
  return AppError.of('rate_limited', { message, retryAfterSeconds: 1 })
}

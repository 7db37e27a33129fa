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

/** Makes the queue of a process; `onRefused` is called for every search that waited for too long. */
export function searchQueue(limits: SearchLimits = defaultLimits, onRefused: () => void = () => {}): SearchQueue {
  return { quickLook: runIn(limits, onRefused), longScan: runIn(limits, onRefused) }
}

function runIn({ perService, perProcess }: SearchLimits, onRefused: () => void): RunSearch {
  const turns = createFairTurns({ perKey: perService, total: perProcess })
  return async ({ serviceId, maxWaitMs }, search) => {
    try {
      return await turns.run({ key: serviceId, maxWaitMs }, search)
    } catch (error) {
      if (!(error instanceof TurnTimeout)) throw error
      onRefused()
      throw tooManySearches(error.isOwnLimit)
    }
  }
}

function tooManySearches(isOwnLimit: boolean): Error {
  const message = isOwnLimit
    ? 'Too many searches of this service run at the same time: try again'
    : 'Too many searches run at the same time: try again'
  return AppError.of('rate_limited', { message, retryAfterSeconds: 1 })
}

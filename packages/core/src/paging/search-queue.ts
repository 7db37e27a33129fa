import { AppError, limits as contractLimits } from '@inlet/contract'

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
  return { quickLook: fairQueue(limits, onRefused), longScan: fairQueue(limits, onRefused) }
}

interface ServiceQueue {
  running: number
  /** Callbacks that start a waiting search, in the order of arrival. */
  waiting: Set<() => void>
}

/** Round-robin between services, first in, first out within one. */
function fairQueue({ perService, perProcess }: SearchLimits, onRefused: () => void): RunSearch {
  const queues = new Map<string, ServiceQueue>()
  let running = 0

  function begin(serviceId: string, queue: ServiceQueue): void {
    running += 1
    queue.running += 1
    // To the end of the round: the next free place goes to another service.
    queues.delete(serviceId)
    queues.set(serviceId, queue)
  }

  function end(serviceId: string, queue: ServiceQueue): void {
    running -= 1
    queue.running -= 1
    dropIfEmpty(serviceId, queue)
    startWaiting()
  }

  function dropIfEmpty(serviceId: string, queue: ServiceQueue): void {
    if (queue.running === 0 && queue.waiting.size === 0) queues.delete(serviceId)
  }

  function startWaiting(): void {
    for (const [serviceId, queue] of queues) {
      if (running >= perProcess) return
      const [start] = queue.waiting
      if (!start || queue.running >= perService) continue
      queue.waiting.delete(start)
      begin(serviceId, queue)
      start()
    }
  }

  async function waitForPlace({ serviceId, maxWaitMs }: QueuedSearch): Promise<ServiceQueue> {
    const queue = queues.get(serviceId) ?? { running: 0, waiting: new Set() }
    if (queue.running < perService && running < perProcess) {
      begin(serviceId, queue)
      return queue
    }
    queues.set(serviceId, queue)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.waiting.add(resolve)
    const timer = setTimeout(() => {
      queue.waiting.delete(resolve)
      const isOwnLimit = queue.running >= perService
      dropIfEmpty(serviceId, queue)
      onRefused()
      reject(tooManySearches(isOwnLimit))
    }, maxWaitMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
    return queue
  }

  return async (queued, search) => {
    const queue = await waitForPlace(queued)
    try {
      return await search()
    } finally {
      end(queued.serviceId, queue)
    }
  }
}

function tooManySearches(isOwnLimit: boolean): Error {
  const message = isOwnLimit
    ? 'Too many searches of this service run at the same time: try again'
    : 'Too many searches run at the same time: try again'
  return AppError.of('rate_limited', { message, retryAfterSeconds: 1 })
}

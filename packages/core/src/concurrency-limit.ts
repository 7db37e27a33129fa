/** Runs work when fewer than the limit are running. @throws the error that `refuse` makes, at once, when too many are waiting */
export type RunLimited = <T>(work: () => Promise<T>, refuse?: () => Error) => Promise<T>

interface ConcurrencyLimit {
  concurrency: number
  /** How many may wait, first in, first out; any number by default. */
  maxWaiting?: number
}

/** Makes a limit of simultaneous work. */
export function concurrencyLimit({ concurrency, maxWaiting = Number.POSITIVE_INFINITY }: ConcurrencyLimit): RunLimited {
  const queue: (() => void)[] = []
  let running = 0

  return async (work, refuse = tooMany) => {
    if (running < concurrency) running += 1
    else {
      if (queue.length >= maxWaiting) throw refuse()
      // The place is handed over by the work that ends, so that work that comes meanwhile cannot take it.
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const tooMany = (): Error => new Error('Too much work is waiting')

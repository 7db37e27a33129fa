/** Runs work when its turn has come. @throws what `refuse` makes, at once, when too many are waiting */
type InTurn = <T>(work: () => Promise<T>, refuse?: () => Error) => Promise<T>

/** Lets `atOnce` pieces of work run side by side and `waiting` more, or any number, wait for them, first come, first served. */
export function bounded({ atOnce, waiting = Number.POSITIVE_INFINITY }: { atOnce: number; waiting?: number }): InTurn {
  const queue: (() => void)[] = []
  let running = 0

  return async (work, refuse = tooMany) => {
    if (running < atOnce) running += 1
    else {
      if (queue.length >= waiting) throw refuse()
      // Whoever ends hands its place over, so nobody who comes meanwhile can slip in.
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

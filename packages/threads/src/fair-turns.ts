/** How many pieces of work run at the same time, of one key and in all. */
export interface TurnLimits {
  perKey: number
  total: number
  /** More work of one key that would have to wait is refused; no limit by default. */
  waitingPerKey?: number
}

/** Whose work it is: a service, a client, a user. */
export interface WantedTurn {
  key: string
  /** By default it waits until it has its turn. */
  maxWaitMs?: number
}

/** Nothing was done: the work waited for `maxWaitMs`. */
export class TurnTimeout extends Error {
  override name = 'TurnTimeout'
  /** Whether its own key had all that it may have; otherwise all keys together had. */
  readonly isOwnLimit: boolean

  constructor(isOwnLimit: boolean) {
    super('The work did not get its turn in time')
    this.isOwnLimit = isOwnLimit
  }
}

/** Nothing was done: too much work of the key waits already. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

/** Lets strangers share what is scarce. */
export interface FairTurns {
  /** Does the work once it is the key's turn. @throws TurnTimeout; TooManyWaiting; what the work throws */
  run<T>(turn: WantedTurn, work: () => Promise<T>): Promise<T>
  /** How much work waits. */
  readonly waiting: number
}

interface Line {
  running: number
  /** Callbacks that start waiting work, in the order of arrival. */
  waiting: Set<() => void>
}

/**
 * Turns that go round between keys, first in, first out within one. A key of which nothing runs comes before those of which something
 * does: it waits for one piece of work of each other such key at most.
 */
export function createFairTurns({ perKey, total, waitingPerKey = Number.POSITIVE_INFINITY }: TurnLimits): FairTurns {
  const lines = new Map<string, Line>()
  let running = 0
  let waiting = 0

  function begin(key: string, line: Line): void {
    running += 1
    line.running += 1
    // To the end of the round: the next free place goes to another key.
    lines.delete(key)
    lines.set(key, line)
  }

  function end(key: string, line: Line): void {
    running -= 1
    line.running -= 1
    // Also behind those that came meanwhile.
    lines.delete(key)
    lines.set(key, line)
    dropIfEmpty(key, line)
    startWaiting()
  }

  function dropIfEmpty(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) lines.delete(key)
  }

  function startWaiting(): void {
    while (running < total) {
      const next = nextLine()
      if (!next) return
      const [key, line] = next
      const [start] = line.waiting
      if (start) line.waiting.delete(start)
      begin(key, line)
      start?.()
    }
  }

  /** Of the keys whose work waits, the first of the round that has least running. */
  function nextLine(): [key: string, line: Line] | undefined {
    let next: [string, Line] | undefined
    for (const entry of lines) {
      const [, line] = entry
      if (line.waiting.size === 0 || line.running >= perKey) continue
      if (!next || line.running < next[1].running) next = entry
      if (line.running === 0) break
    }
    return next
  }

  async function waitForTurn({ key, maxWaitMs }: WantedTurn): Promise<Line> {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    if (line.running < perKey && running < total) {
      begin(key, line)
      return line
    }
    if (line.waiting.size >= waitingPerKey) throw new TooManyWaiting('Too much work of this key waits')
    lines.set(key, line)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.waiting.add(resolve)
    waiting += 1
    const giveUp = () => {
      line.waiting.delete(resolve)
      const isOwnLimit = line.running >= perKey
      dropIfEmpty(key, line)
      reject(new TurnTimeout(isOwnLimit))
    }
    const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
      waiting -= 1
    }
    return line
  }

  return {
    async run(turn, work) {
      const line = await waitForTurn(turn)
      try {
        return await work()
      } finally {
        end(turn.key, line)
      }
    },
    get waiting() {
      return waiting
    },
  }
}

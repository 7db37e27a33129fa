/** How many pieces of work run at the same time, of one key and in all. */
export interface TurnLimits {
  perKey: number
  total: number
}

/** Whose work it is: a service, a client, a user. */
export interface WantedTurn {
  key: string
  maxWaitMs: number
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

/** Lets strangers share what is scarce. */
export interface FairTurns {
  /** Does the work once it is the key's turn. @throws TurnTimeout; what the work throws */
  run<T>(turn: WantedTurn, work: () => Promise<T>): Promise<T>
  /** How much work waits. */
  readonly waiting: number
}

interface Line {
  running: number
  /** Callbacks that start waiting work, in the order of arrival. */
  waiting: Set<() => void>
}

/** Turns that go round between keys, first in, first out within one: a key waits for one piece of work of each other key at most. */
export function createFairTurns({ perKey, total }: TurnLimits): FairTurns {
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
    dropIfEmpty(key, line)
    startWaiting()
  }

  function dropIfEmpty(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) lines.delete(key)
  }

  function startWaiting(): void {
    for (const [key, line] of lines) {
      if (running >= total) return
      const [start] = line.waiting
      if (!start || line.running >= perKey) continue
      line.waiting.delete(start)
      begin(key, line)
      start()
    }
  }

  async function waitForTurn({ key, maxWaitMs }: WantedTurn): Promise<Line> {
    const line = lines.get(key) ?? { running: 0, waiting: new Set() }
    if (line.running < perKey && running < total) {
      begin(key, line)
      return line
    }
    lines.set(key, line)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    line.waiting.add(resolve)
    waiting += 1
    const timer = setTimeout(() => {
      line.waiting.delete(resolve)
      const isOwnLimit = line.running >= perKey
      dropIfEmpty(key, line)
      reject(new TurnTimeout(isOwnLimit))
    }, maxWaitMs)
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

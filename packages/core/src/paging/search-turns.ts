import { AppError, limits as contractLimits } from '@inlet/contract'

/** How many quick looks, and how many long scans, may run side by side, for one service and for the process. */
export interface SearchLimits {
  perService: number
  perProcess: number
}

/** Whose search it is, and for how long it may wait for its turn. */
export interface SearchTurn {
  serviceId: string
  maxWaitMs: number
}

/** Runs a search when its turn has come. @throws TOO_MANY_REQUESTS `rate_limited` when that takes longer than its patience */
export type TakeTurns = <T>(turn: SearchTurn, search: () => Promise<T>) => Promise<T>

/**
 * The turns of a process's searches. Most searches end within the quick look that all begin with, so these have turns of their own and
 * do not wait behind the few that take seconds.
 */
export interface SearchQueue {
  quickLook: TakeTurns
  longScan: TakeTurns
}

/** For a call that waits for nothing else; as long as no more is asked for than can be done, a turn comes sooner. */
export const defaultSearchWaitMs = 1_000

const usualLimits: SearchLimits = {
  perService: contractLimits.searchesPerService,
  perProcess: contractLimits.searchesPerProcess,
}

/** Makes the turns of a process; `refused` is called for every search whose turn did not come. */
export function searchQueue(limits: SearchLimits = usualLimits, refused: () => void = () => {}): SearchQueue {
  return { quickLook: takeTurns(limits, refused), longScan: takeTurns(limits, refused) }
}

interface Party {
  running: number
  /** Callbacks that let a search begin, in the order in which they came. */
  waiting: Set<() => void>
}

/** Services take turns, and within one service whoever came first. */
function takeTurns({ perService, perProcess }: SearchLimits, refused: () => void): TakeTurns {
  const parties = new Map<string, Party>()
  let running = 0

  function begin(serviceId: string, party: Party): void {
    running += 1
    party.running += 1
    // To the end of the row: the next place is another service's.
    parties.delete(serviceId)
    parties.set(serviceId, party)
  }

  function end(serviceId: string, party: Party): void {
    running -= 1
    party.running -= 1
    if (party.running === 0 && party.waiting.size === 0) parties.delete(serviceId)
    giveFreePlaces()
  }

  function giveFreePlaces(): void {
    for (const [serviceId, party] of parties) {
      if (running >= perProcess) return
      const [start] = party.waiting
      if (!start || party.running >= perService) continue
      party.waiting.delete(start)
      begin(serviceId, party)
      start()
    }
  }

  async function itsTurn({ serviceId, maxWaitMs }: SearchTurn): Promise<Party> {
    const party = parties.get(serviceId) ?? { running: 0, waiting: new Set() }
    if (party.running < perService && running < perProcess) {
      begin(serviceId, party)
      return party
    }
    parties.set(serviceId, party)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    party.waiting.add(resolve)
    const timer = setTimeout(() => {
      party.waiting.delete(resolve)
      const isItsOwn = party.running >= perService
      if (party.running === 0 && party.waiting.size === 0) parties.delete(serviceId)
      refused()
      reject(tooManySearches(isItsOwn))
    }, maxWaitMs)
    try {
      await promise
    } finally {
      clearTimeout(timer)
    }
    return party
  }

  return async (turn, search) => {
    const party = await itsTurn(turn)
    try {
      return await search()
    } finally {
      end(turn.serviceId, party)
    }
  }
}

function tooManySearches(isItsOwn: boolean): Error {
  const message = isItsOwn
    ? 'Too many searches of this service run at the same time: try again'
    : 'Too many searches run at the same time: try again'
  return AppError.of('rate_limited', { message, retryAfterSeconds: 1 })
}

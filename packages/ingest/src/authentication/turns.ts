import { LRUCache } from 'lru-cache'

/** A mail that computes in turns with others, and the client that sent it. */
export interface TurnTaker {
  id: number
  client: string
}

/** How the work of a mail lets others compute. */
export interface Turn {
  /** Waits for something outside the thread while others compute. @throws what `wait` rejects with; `TurnEnded` where the mail was given up */
  pause<T>(wait: Promise<T>): Promise<T>
  /** Ends the turn of a long computation and waits for the next one. @throws TurnEnded */
  yieldTurn(): Promise<void>
}

/** Lets one mail compute at a time. */
export interface Turns {
  /** Does the work in turns. @throws what the work throws */
  run<T>(taker: TurnTaker, work: (turn: Turn) => Promise<T>): Promise<T>
  /** Cancels the work of a mail; it ends at its next turn. */
  giveUp(id: number): void
}

/** Thrown in work that was cancelled. */
export class TurnEnded extends Error {}

/** Computing time is kept for this many clients, those with the latest turns. */
const servedClientsMax = 10_000

interface Worker extends TurnTaker {
  /** The number of its waits that have not continued yet. */
  waiting: number
  /** Continuations that run in its next turn. */
  ready: ((isGivenUp: boolean) => void)[]
  isDone: boolean
  isGivenUp: boolean
}

/** Called with the id of the mail whose turn begins; 0 when a turn has ended. */
export type OnTurn = (id: number) => void

/**
 * Makes the turns of a thread. Mails wait for DNS side by side, but between two waits a mail computes alone, so that it is known
 * for which mail a thread is stuck. The client that has computed least is next (start-time fair queueing): a client whose mails
 * take long waits until all others have had as much. `now` is in milliseconds. The work of one mail may wait for several things at a time, but must
 * not compute in one place while it waits in another.
 */
export function createTurns(onTurn: OnTurn, now: () => number): Turns {
  const workers = new Map<number, Worker>()
  /** Computing time of each client, as virtual time: a new client starts where the last turn began. */
  const served = new LRUCache<string, number>({ max: servedClientsMax })
  let floor = 0
  let current: Worker | null = null
  let beganAt = 0

  const servedTo = ({ client }: Worker) => Math.max(floor, served.get(client) ?? 0)

  function next(): void {
    if (current) return
    let chosen: Worker | null = null
    for (const worker of workers.values()) {
      if (worker.ready.length > 0 && (!chosen || servedTo(worker) < servedTo(chosen))) chosen = worker
    }
    if (!chosen) return
    floor = servedTo(chosen)
    current = chosen
    beganAt = now()
    onTurn(chosen.id)
    resume(chosen)
    setImmediate(check)
  }

  /** Runs the continuations in the order in which they became ready. */
  function resume(worker: Worker): void {
    for (const continuation of worker.ready.splice(0)) {
      worker.waiting -= 1
      continuation(worker.isGivenUp)
    }
  }

  /** Ends the turn when the work is done or only waits; while it computes, over any number of rounds of the loop, the turn goes on. */
  function check(): void {
    if (!current) return
    if (!current.isDone && (current.waiting === 0 || current.ready.length > 0)) {
      resume(current)
      setImmediate(check)
      return
    }
    served.set(current.client, floor + now() - beganAt)
    if (current.isDone) leave(current)
    current = null
    onTurn(0)
    next()
  }

  function leave({ id }: Worker): void {
    workers.delete(id)
    if (workers.size === 0) served.clear()
  }

  function enter(worker: Worker): Promise<void> {
    return new Promise((resolve, reject) => {
      worker.ready.push((isGivenUp) => (isGivenUp ? reject(new TurnEnded()) : resolve()))
      next()
    })
  }

  return {
    async run(taker, work) {
      const worker: Worker = { ...taker, waiting: 1, ready: [], isDone: false, isGivenUp: false }
      workers.set(taker.id, worker)
      const pause = async <T>(wait: Promise<T>): Promise<T> => {
        worker.waiting += 1
        const [outcome] = await Promise.allSettled([wait])
        // A wait that ended within the turn, such as for a cached answer, needs no new turn.
        if (current === worker && !worker.isGivenUp) worker.waiting -= 1
        else await enter(worker)
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      }
      // After two rounds of the loop the turn has ended.
      const yieldTurn = () => pause(new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))))
      try {
        await enter(worker)
        return await work({ pause, yieldTurn })
      } finally {
        worker.isDone = true
      }
    },
    giveUp(id) {
      const worker = workers.get(id)
      if (worker) worker.isGivenUp = true
    },
  }
}

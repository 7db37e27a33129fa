import { LRUCache } from 'lru-cache'

/** A mail whose judging takes turns with others, and the client that sent it. */
export interface TurnTaker {
  id: number
  client: string
}

/** How the work of a mail lets others compute. */
export interface Turn {
  /** Waits for something outside the thread while others compute. @throws what `wait` rejects with; `TurnEnded` where the mail was given up */
  pause<T>(wait: Promise<T>): Promise<T>
  /** Ends the turn of a long computation and waits for the next one. @throws TurnEnded */
  giveWay(): Promise<void>
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

/** The processor time of so many clients is kept, those with the latest turns. */
const servedClientsMax = 10_000

interface Worker extends TurnTaker {
  /** Strands of its work that wait for something outside. */
  waiting: number
  /** Strands that go on with its next turn. */
  ready: ((isGivenUp: boolean) => void)[]
  isDone: boolean
  isGivenUp: boolean
}

/** Called with the mail that computes from now on; 0 where none does. */
export type OnTurn = (id: number) => void

/**
 * Makes the turns of a thread. Mails wait for DNS side by side, but between two waits a mail computes alone, so that it is known
 * which mail a thread is stuck in. The client that has computed least is next (start-time fair queueing): a client whose mails
 * take long waits for all others. `now` is in milliseconds. The work of one mail may wait for several things at a time, but must
 * not compute in one place while it waits in another.
 */
export function createTurns(onTurn: OnTurn, now: () => number): Turns {
  const workers = new Map<number, Worker>()
  /** Computing done for each client, on one scale: who comes anew starts where the last turn began. */
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
    goOn(chosen)
    setImmediate(look)
  }

  /** Its strands go on, in the order in which they became ready. */
  function goOn(worker: Worker): void {
    for (const strand of worker.ready.splice(0)) {
      worker.waiting -= 1
      strand(worker.isGivenUp)
    }
  }

  /** The turn is over when all that is left of the work waits; as long as it computes, however many rounds of the loop, it goes on. */
  function look(): void {
    if (!current) return
    if (!current.isDone && (current.waiting === 0 || current.ready.length > 0)) {
      goOn(current)
      setImmediate(look)
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
        // What was there at once, such as a remembered answer, costs no turn.
        if (current === worker && !worker.isGivenUp) worker.waiting -= 1
        else await enter(worker)
        if (outcome.status === 'rejected') throw outcome.reason
        return outcome.value
      }
      // Two rounds of the loop: the turn has ended by then.
      const giveWay = () => pause(new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve))))
      try {
        await enter(worker)
        return await work({ pause, giveWay })
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

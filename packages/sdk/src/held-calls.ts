import { childOf } from './abort.ts'
import { now, realTimers, type Timers } from './real-time.ts'

/** The server holds 50 calls of one key. The rest is for other processes under the same key, and for calls whose end it has not seen yet. */
const defaultPlaces = 40
/** Forty places that change hands every five seconds are 480 calls a minute, half of what a key has. */
const shortestHoldMs = 5_000

interface Holder {
  isDue: boolean
  giveWay(): void
}

interface Turn {
  signal: AbortSignal | undefined
  /** The moment of `now()` at which waiting for a place ends. */
  endsAt: number
}

/**
 * The places of one client for calls that the server holds. Where more waits are open than places, they take turns: a wait that has held a
 * place for five seconds gives it up for one that has none. Nothing is missed meanwhile, since each comes back to its own position.
 */
export class HeldCalls {
  readonly #places: number
  readonly #timers: Timers
  readonly #holders = new Set<Holder>()
  readonly #queue = new Set<() => void>()
  #taken = 0
  #leaving = 0

  constructor(places = defaultPlaces, timers = realTimers) {
    this.#places = places
    this.#timers = timers
  }

  /** Runs `call` when there is a place for it; null where it got none in time, or gave its place to another wait. */
  async run<T>(call: (signal: AbortSignal) => Promise<T>, { signal, endsAt }: Turn): Promise<T | null> {
    if (!(await this.#enter({ signal, endsAt }))) return null
    const { signal: own, abort, release } = childOf(signal)
    let hasGivenWay = false
    const holder: Holder = {
      isDue: false,
      giveWay() {
        hasGivenWay = true
        abort()
      },
    }
    this.#holders.add(holder)
    const timer = this.#timers.setTimeout(() => {
      holder.isDue = true
      this.#makeRoom()
    }, shortestHoldMs)
    try {
      return await call(own)
    } catch (error) {
      if (hasGivenWay) return null
      throw error
    } finally {
      this.#timers.clearTimeout(timer)
      release()
      this.#holders.delete(holder)
      if (hasGivenWay) this.#leaving -= 1
      this.#taken -= 1
      this.#admit()
    }
  }

  #enter({ signal, endsAt }: Turn): Promise<boolean> {
    if (this.#taken < this.#places) {
      this.#taken += 1
      return Promise.resolve(true)
    }
    return new Promise((resolve) => {
      const leave = (isAdmitted: boolean) => {
        this.#timers.clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        this.#queue.delete(admit)
        resolve(isAdmitted)
      }
      const admit = () => {
        this.#taken += 1
        leave(true)
      }
      const giveUp = () => leave(false)
      const timer = this.#timers.setTimeout(giveUp, Math.max(0, endsAt - now()))
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#queue.add(admit)
      this.#makeRoom()
    })
  }

  #admit(): void {
    for (const admit of this.#queue) {
      if (this.#taken >= this.#places) return
      admit()
    }
  }

  /** Ends the call that has held its place for longest, unless enough are ending already. */
  #makeRoom(): void {
    for (const holder of this.#holders) {
      if (this.#queue.size <= this.#leaving) return
      if (!holder.isDue) continue
      this.#holders.delete(holder)
      this.#leaving += 1
      holder.giveWay()
    }
  }
}

import { type Deps, giveBackLease, type Lease, renewLease, takeLease } from '@inlet/core'

/** Short: when the worker that dispatches dies, another one goes on after this time. */
const leaseMs = 3_000

/**
 * Whose turn it is to dispatch events. Several workers may do so at the same time without harm, since the ids of deliveries are made from
 * the events'; it would only be the same work done twice.
 */
export class DispatchTurn {
  readonly #deps: Deps
  readonly #lease: Lease
  #ownUntil = 0
  #othersUntil = 0

  constructor(deps: Deps, holder: string) {
    this.#deps = deps
    this.#lease = { name: 'dispatch-webhooks', holder, durationMs: leaseMs }
  }

  /** Takes the turn where it is free, and renews an own one before it ends. @throws the driver's error */
  async isOwn(): Promise<boolean> {
    const now = this.#deps.clock.now().getTime()
    if (now < this.#ownUntil - leaseMs / 2) return true
    if (now < this.#othersUntil) return false
    if (this.#ownUntil > 0 && (await renewLease(this.#deps, this.#lease))) {
      this.#ownUntil = now + leaseMs
      return true
    }
    const { isTaken, until } = await takeLease(this.#deps, this.#lease)
    this.#ownUntil = isTaken ? until.getTime() : 0
    this.#othersUntil = isTaken ? 0 : until.getTime()
    return isTaken
  }

  /** Lets another worker go on at once. */
  async giveBack(): Promise<void> {
    if (this.#ownUntil === 0) return
    this.#ownUntil = 0
    await giveBackLease(this.#deps, this.#lease, this.#deps.clock.now())
  }
}

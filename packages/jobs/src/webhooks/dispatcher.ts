import {
  type Deps,
  dispatchEvents,
  giveBackLease,
  type Lease,
  renewLease,
  takeLease,
  type WebhookDoc,
} from '@inlet/core'
import type { Log } from '@inlet/runtime'
import { FairQueue } from '@inlet/threads'
import type { DeliveryQueue } from './delivery-queue.ts'

/** What one step takes, over all its services: a service may have many webhooks, and each delivery holds its payload. */
const stepEvents = 200
const stepDeliveries = 2_000
/** Services in one step, each of which is a few queries. */
const stepServices = 20
/** The errors of a service are logged once in this time. */
const reportEveryMs = 60_000

interface DispatcherNeeds {
  deps: Deps
  log: Pick<Log, 'warn'>
  queue: Pick<DeliveryQueue, 'reserve' | 'release' | 'run'>
  /** Called when a delivery was made that this process does not send at once. */
  wake: () => void
  deliveriesPerMinute: number
}

/**
 * Turns events into deliveries, and sends at once what has a slot in this process. Services take turns by the deliveries that were made for
 * them: the next step begins with those that had the fewest, so that a service with few events never waits for one with many. One that
 * fails has had its share: what fails again and again takes no more turns than the others.
 */
export class Dispatcher {
  readonly #needs: DispatcherNeeds
  readonly #turns = new FairQueue<string>(stepDeliveries)
  /** Whose errors have been logged since `#reportsSince`. */
  readonly #reported = new Set<string>()
  #reportsSince = Number.NEGATIVE_INFINITY

  constructor(needs: DispatcherNeeds) {
    this.#needs = needs
  }

  /**
   * Dispatches events of some of these services, with `most` at most so many and so many deliveries.
   * @returns how many events, and whether a service has more than its share
   * @throws an error where all of them failed: to go on at once would be in vain
   */
  async step(serviceIds: string[], most: number | null): Promise<{ count: number; hasMore: boolean }> {
    const { deps, queue, wake, deliveriesPerMinute: perMinute } = this.#needs
    const next = this.#next(serviceIds, Math.min(stepServices, most ?? stepServices))
    const reserved: string[] = []
    let isComplete = true
    const claims = (webhook: WebhookDoc) => {
      const isReserved = queue.reserve(webhook)
      if (isReserved) reserved.push(webhook._id)
      else isComplete = false
      return isReserved
    }
    try {
      const size = { events: most ?? stepEvents, deliveries: most ?? stepDeliveries }
      const failedTurn = (serviceId: string, error: unknown) => {
        this.#turns.charge(serviceId, Math.max(1, Math.floor(size.deliveries / next.length)))
        this.#report(serviceId, error)
      }
      const step = { serviceIds: next, ...size, perMinute, claims }
      const dispatched = await dispatchEvents(deps, step).catch((error: unknown) => {
        for (const serviceId of next) failedTurn(serviceId, error)
        throw error
      })
      const { count, hasMore, made, claimed, failed } = dispatched
      for (const [serviceId, deliveries] of made) this.#turns.charge(serviceId, deliveries)
      for (const one of claimed) queue.run(one)
      if (!isComplete) wake()
      for (const [serviceId, error] of failed) failedTurn(serviceId, error)
      const [error] = failed.values()
      if (failed.size > 0 && failed.size === next.length) throw error
      return { count, hasMore: hasMore || next.length < serviceIds.length }
    } finally {
      for (const webhookId of reserved) queue.release(webhookId)
    }
  }

  #report(serviceId: string, error: unknown): void {
    const now = this.#needs.deps.clock.now().getTime()
    if (now - this.#reportsSince >= reportEveryMs) {
      this.#reportsSince = now
      this.#reported.clear()
    }
    if (this.#reported.has(serviceId)) return
    this.#reported.add(serviceId)
    this.#needs.log.warn({ error, serviceId }, 'webhook events of a service were not dispatched')
  }

  /** Up to `count` of these services, whose turn it is. */
  #next(serviceIds: string[], count: number): string[] {
    for (const serviceId of serviceIds.filter((id) => !this.#turns.has(id))) {
      this.#turns.push({ item: serviceId, client: serviceId, cost: 1 })
    }
    const wanted = new Set(serviceIds)
    const taken: string[] = []
    while (taken.length < count) {
      const serviceId = this.#turns.shift()?.item
      if (serviceId === undefined) break
      if (wanted.has(serviceId)) taken.push(serviceId)
    }
    return taken
  }
}

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

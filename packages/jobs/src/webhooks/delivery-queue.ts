import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryDoc,
  type Deps,
  deleteDeliveries,
  findDueWebhooks,
  findWebhooks,
  giveBackDeliveries,
  type WebhookDoc,
} from '@inlet/core'
import { EndpointLine } from './endpoint-line.ts'
import type { Sender, SentCall } from './sender.ts'

/** Calls of one process at a time, over all endpoints. */
const mostCalls = 1_000
/** Deliveries that wait for a slot in this process, over all endpoints: each holds its payload. */
const mostWaiting = 4_000
/** Endpoints whose deliveries are claimed at the same time. */
const claimsAtOnce = 8

/** Records what came of calls. */
export interface CallRecorder {
  /** @throws the driver's error; then the delivery is tried again when its lease ends */
  record(claimed: ClaimedDelivery, sent: SentCall): Promise<void>
  /** An error beside a call, which has been made or will be made again. */
  failed(error: unknown): void
}

interface QueueNeeds {
  deps: Deps
  sender: Sender
  recorder: CallRecorder
  /** Called when a pass would find something to do at once. */
  wake: () => void
}

/** How the deliveries of this process stand; `oldestDueMs` of endpoints that are not dead. */
export interface QueueState {
  deadEndpoints: number
  oldestDueMs: number
}

/**
 * The deliveries that this process sends. Every endpoint has its own pace, its own slots and its own line of claimed deliveries, and in every
 * pass each gets its turn: a dead or slow one holds its own slots and delays no other. Nor do many of them: the slots of the process are
 * shared by the services.
 */
export class DeliveryQueue {
  readonly #needs: QueueNeeds
  readonly #lines = new Map<string, EndpointLine>()
  readonly #calls = new Set<Promise<void>>()
  readonly #cut = new AbortController()
  /** Webhooks of which more was due than they had room for: their newest deliveries wait behind the older ones. */
  #behind = new Set<string>()
  readonly #slots = new SharedSlots(mostCalls)
  #turn = 0
  #oldestDueMs = 0
  #isClosed = false

  constructor(needs: QueueNeeds) {
    this.#needs = needs
  }

  /** Takes room for a new delivery to this webhook; `release` must follow, after its `run` where there is one. */
  reserve(webhook: WebhookDoc): boolean {
    if (this.#behind.has(webhook._id) || this.#room(webhook) === 0) return false
    this.#lineOf(webhook._id).reserve(1)
    return true
  }

  release(webhookId: string, count = 1): void {
    this.#lineOf(webhookId).release(count)
    this.#forgetFresh(webhookId)
  }

  /** Sends claimed deliveries of a webhook, in room that was taken for them, as slots become free. */
  run(claimed: ClaimedDelivery): void {
    this.#lineOf(claimed.webhook._id).push(claimed)
    this.#advance(claimed.webhook)
  }

  /** Claims and sends what is due, each endpoint as much as it has slots for, and together at most `most`. @throws the driver's error */
  async pass(most: number): Promise<void> {
    const { deps } = this.#needs
    const due = await findDueWebhooks(deps)
    const inLine = [...this.#lines].filter(([, { length }]) => length > 0).map(([webhookId]) => webhookId)
    const webhooks = await findWebhooks(deps, [...new Set([...due.map(({ webhookId }) => webhookId), ...inLine])])
    for (const webhookId of inLine) this.#renew(webhookId, webhooks.get(webhookId))
    this.#noteOldest(due.filter(({ webhookId }) => webhooks.get(webhookId)?.state === 'enabled'))
    this.#behind = new Set(due.map(({ webhookId }) => webhookId))
    // Where the slots of the process run out, another endpoint is first next time.
    this.#turn = due.length === 0 ? 0 : (this.#turn + 1) % due.length
    const inTurn = [...due.slice(this.#turn), ...due.slice(0, this.#turn)]
    const allowed = { left: most }
    for (let first = 0; first < inTurn.length; first += claimsAtOnce) {
      const some = inTurn.slice(first, first + claimsAtOnce)
      await Promise.all(some.map(({ webhookId }) => this.#claim(webhookId, webhooks.get(webhookId), allowed)))
    }
  }

  state(): QueueState {
    const deadEndpoints = [...this.#lines.values()].filter(({ pace }) => pace.isDead).length
    return { deadEndpoints, oldestDueMs: this.#oldestDueMs }
  }

  /** Takes nothing new, waits for the calls, and cuts those that last longer; any worker can make them at once. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true
    for (const webhookId of [...this.#lines.keys()]) this.#giveBack(webhookId)
    const timer = setTimeout(() => this.#cut.abort(), graceMs)
    await this.idle()
    clearTimeout(timer)
  }

  /** Waits until there is no call and nothing to write. */
  async idle(): Promise<void> {
    while (this.#calls.size > 0) await Promise.all(this.#calls)
  }

  /** Takes what it claims off `allowed`. */
  async #claim(webhookId: string, webhook: WebhookDoc | undefined, allowed: { left: number }): Promise<void> {
    const { deps } = this.#needs
    // It was deleted beside a dispatch that still saw it.
    if (!webhook) {
      await deleteDeliveries(deps, webhookId)
      return
    }
    if (webhook.state === 'disabled') return
    const room = Math.min(this.#room(webhook), allowed.left)
    const line = this.#lineOf(webhookId)
    if (room === 0 || !line.isShort) return this.#forgetFresh(webhookId)

    line.reserve(room)
    allowed.left -= room
    let claimed: DeliveryDoc[] = []
    try {
      claimed = await claimDeliveries(deps, { webhookId, limit: room })
      for (const delivery of claimed) this.run({ delivery, webhook })
      if (claimed.length < room) this.#behind.delete(webhookId)
    } finally {
      allowed.left += room - claimed.length
      this.release(webhookId, room)
    }
  }

  #room({ _id, serviceId }: WebhookDoc): number {
    if (this.#isClosed) return 0
    const waiting = this.#lines.values().reduce((sum, { length }) => sum + length, 0)
    const left = { slots: this.#slots.freeFor(serviceId), held: Math.max(0, mostWaiting - waiting) }
    return this.#lineOf(_id).room(this.#needs.deps.clock.now(), left)
  }

  /** Begins as many calls as there are slots; gives back what none will take in time. */
  #advance({ _id, serviceId }: WebhookDoc): void {
    const line = this.#lineOf(_id)
    const now = this.#needs.deps.clock.now()
    const isOpen = !this.#isClosed && !line.isStale(now)
    while (isOpen && this.#slots.freeFor(serviceId) > 0 && line.pace.free(now) > 0) {
      const claimed = line.next()
      if (!claimed) break
      line.pace.begin()
      this.#slots.take(serviceId)
      this.#track(this.#send(claimed))
    }
    if (!isOpen || line.pace.inFlight === 0) this.#giveBack(_id)
  }

  /** What waits goes to the webhook as it is now, or back where it was disabled or deleted. */
  #renew(webhookId: string, webhook: WebhookDoc | undefined): void {
    const line = this.#lineOf(webhookId)
    if (webhook?.state === 'enabled' && !line.isStale(this.#needs.deps.clock.now())) line.renew(webhook)
    else this.#giveBack(webhookId)
  }

  #giveBack(webhookId: string): void {
    const { deps, recorder } = this.#needs
    const deliveries = this.#lineOf(webhookId).empty()
    if (deliveries.length > 0) {
      this.#behind.add(webhookId)
      this.#track(giveBackDeliveries(deps, deliveries).catch((error: unknown) => recorder.failed(error)))
    }
    this.#forgetFresh(webhookId)
  }

  #track(work: Promise<void>): void {
    const call = work.finally(() => this.#calls.delete(call))
    this.#calls.add(call)
  }

  /** Never rejects: an error of the database leaves the delivery claimed, and due again when the lease ends. */
  async #send({ delivery, webhook }: ClaimedDelivery): Promise<void> {
    const { deps, sender, recorder } = this.#needs
    try {
      const sent = await sender.send(delivery, webhook, this.#cut.signal)
      this.#free(webhook, sent)
      await recorder.record({ delivery, webhook }, sent)
    } catch (error) {
      if (!this.#cut.signal.aborted) return recorder.failed(error)
      await giveBackDeliveries(deps, [delivery]).catch((error: unknown) => recorder.failed(error))
    }
  }

  #free(webhook: WebhookDoc, { attempt, outcome }: SentCall): void {
    const { _id: webhookId, serviceId } = webhook
    const line = this.#lineOf(webhookId)
    this.#slots.giveBack(serviceId)
    line.pace.end(pulseOf(attempt), this.#needs.deps.clock.now())
    if (outcome === 'succeeded') {
      line.noteSuccess(attempt.durationMs)
      this.#advance(webhook)
    } else this.#giveBack(webhookId)
    if (this.#behind.has(webhookId) && line.isShort) this.#needs.wake()
    this.#forgetFresh(webhookId)
  }

  #lineOf(webhookId: string): EndpointLine {
    const known = this.#lines.get(webhookId)
    if (known) return known
    const line = new EndpointLine()
    this.#lines.set(webhookId, line)
    return line
  }

  #forgetFresh(webhookId: string): void {
    if (this.#lines.get(webhookId)?.isFresh) this.#lines.delete(webhookId)
  }

  #noteOldest(due: { webhookId: string; dueAt: Date }[]): void {
    const now = this.#needs.deps.clock.now().getTime()
    const alive = due.filter(({ webhookId }) => !this.#lines.get(webhookId)?.pace.isDead)
    this.#oldestDueMs = Math.max(0, ...alive.map(({ dueAt }) => now - dueAt.getTime()))
  }
}

/** A receiver that refuses with 4xx works; one that asks for less, or fails, gets fewer calls. */
function pulseOf({ status, error }: SentCall['attempt']) {
  if (error === 'timeout') return 'timed_out'
  return status === null || status === 429 || status >= 500 ? 'failed' : 'answered'
}

/**
 * The calls that a process makes at a time, shared by services: one gets another slot while it has fewer than are free. So one alone has
 * half of them, two have a third each, and there is always room for the next: the many slow endpoints of one delay no other.
 */
export class SharedSlots {
  readonly #most: number
  readonly #taken = new Map<string, number>()
  #sum = 0

  constructor(most: number) {
    this.#most = most
  }

  /** How many more a service may take now. */
  freeFor(serviceId: string): number {
    const own = this.#taken.get(serviceId) ?? 0
    // Each one taken is one free less.
    return Math.max(0, Math.ceil((this.#most - this.#sum - own) / 2))
  }

  take(serviceId: string): void {
    this.#sum += 1
    this.#taken.set(serviceId, (this.#taken.get(serviceId) ?? 0) + 1)
  }

  giveBack(serviceId: string): void {
    this.#sum -= 1
    const left = (this.#taken.get(serviceId) ?? 0) - 1
    if (left > 0) this.#taken.set(serviceId, left)
    else this.#taken.delete(serviceId)
  }
}

import {
  type ClaimedDelivery,
  claimDeliveries,
  type Deps,
  deleteDeliveries,
  findDueWebhooks,
  findWebhooks,
  giveBackDeliveries,
  type WebhookDoc,
} from '@inlet/core'
import type { AttemptRecorder } from './attempt-recorder.ts'
import { EndpointPace } from './endpoint-pace.ts'
import type { Sender, SentCall } from './sender.ts'

/** Calls of one process at a time, over all endpoints. */
const mostCalls = 1_000
/** Endpoints whose deliveries are claimed at the same time. */
const claimsAtOnce = 8

interface QueueNeeds {
  deps: Deps
  sender: Sender
  recorder: AttemptRecorder
  /** Called when a pass would find something to do at once. */
  wake: () => void
}

/** How the deliveries of this process stand; `oldestDueMs` of endpoints that are not dead. */
export interface QueueState {
  deadEndpoints: number
  oldestDueMs: number
}

/**
 * The deliveries that this process sends. Every endpoint has its own pace and its own slots, and in every pass each gets its turn: a dead or
 * slow one holds its own slots and delays no other.
 */
export class DeliveryQueue {
  readonly #needs: QueueNeeds
  readonly #paces = new Map<string, EndpointPace>()
  readonly #calls = new Set<Promise<void>>()
  readonly #cut = new AbortController()
  /** Webhooks with more due than they had slots for: their newest deliveries wait behind the older ones. */
  #waiting = new Set<string>()
  #slots = 0
  #turn = 0
  #oldestDueMs = 0
  #isClosed = false

  constructor(needs: QueueNeeds) {
    this.#needs = needs
  }

  /** Takes a slot for a new delivery to this webhook; `run` or `release` must follow. */
  reserve(webhookId: string): boolean {
    if (this.#waiting.has(webhookId) || this.#take(webhookId, 1) === 0) return false
    return true
  }

  release(webhookId: string): void {
    this.#slots -= 1
    this.#paceOf(webhookId).cancel()
  }

  /** Sends a claimed delivery in a slot that was taken for it. */
  run(claimed: ClaimedDelivery): void {
    const call = this.#send(claimed).finally(() => this.#calls.delete(call))
    this.#calls.add(call)
  }

  /** Claims and sends what is due, each endpoint as much as it has slots for. @throws the driver's error */
  async pass(): Promise<void> {
    const { deps } = this.#needs
    const due = await findDueWebhooks(deps)
    const webhooks = await findWebhooks(
      deps,
      due.map(({ webhookId }) => webhookId),
    )
    this.#noteOldest(due.filter(({ webhookId }) => webhooks.get(webhookId)?.state === 'enabled'))
    this.#waiting = new Set(due.map(({ webhookId }) => webhookId))
    // Where the slots of the process run out, another endpoint is first next time.
    this.#turn = due.length === 0 ? 0 : (this.#turn + 1) % due.length
    const inTurn = [...due.slice(this.#turn), ...due.slice(0, this.#turn)]
    for (let first = 0; first < inTurn.length; first += claimsAtOnce) {
      const some = inTurn.slice(first, first + claimsAtOnce)
      await Promise.all(some.map(({ webhookId }) => this.#claim(webhookId, webhooks.get(webhookId))))
    }
  }

  state(): QueueState {
    const deadEndpoints = [...this.#paces.values()].filter(({ isDead }) => isDead).length
    return { deadEndpoints, oldestDueMs: this.#oldestDueMs }
  }

  /** Takes nothing new, waits for the calls, and cuts those that last longer; any worker can make them at once. */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true
    const timer = setTimeout(() => this.#cut.abort(), graceMs)
    await Promise.all(this.#calls)
    clearTimeout(timer)
  }

  async #claim(webhookId: string, webhook: WebhookDoc | undefined): Promise<void> {
    const { deps } = this.#needs
    // It was deleted beside a dispatch that still saw it.
    if (!webhook) {
      await deleteDeliveries(deps, webhookId)
      return
    }
    if (webhook.state === 'disabled') return
    const slots = this.#take(webhookId, Number.POSITIVE_INFINITY)
    if (slots === 0) return

    let left = slots
    try {
      const claimed = await claimDeliveries(deps, { webhookId, limit: slots })
      for (const delivery of claimed) {
        left -= 1
        this.run({ delivery, webhook })
      }
      if (claimed.length < slots) this.#waiting.delete(webhookId)
    } finally {
      for (; left > 0; left -= 1) this.release(webhookId)
    }
  }

  /** @returns how many slots it took, at most as many as wanted */
  #take(webhookId: string, wanted: number): number {
    if (this.#isClosed) return 0
    const pace = this.#paceOf(webhookId)
    const taken = Math.min(wanted, pace.free(this.#needs.deps.clock.now()), mostCalls - this.#slots)
    for (let count = 0; count < taken; count += 1) pace.begin()
    this.#slots += taken
    return taken
  }

  /** Never rejects: a fault of the database leaves the delivery claimed, and due again when the lease ends. */
  async #send({ delivery, webhook }: ClaimedDelivery): Promise<void> {
    const { deps, sender, recorder, wake } = this.#needs
    try {
      const sent = await sender.send(delivery, webhook, this.#cut.signal)
      this.#free(webhook._id, sent)
      if (this.#waiting.has(webhook._id)) wake()
      await recorder.record({ delivery, webhook }, sent)
    } catch (error) {
      if (!this.#cut.signal.aborted) return recorder.failed(error)
      this.release(webhook._id)
      await giveBackDeliveries(deps, [delivery]).catch((fault: unknown) => recorder.failed(fault))
    }
  }

  #free(webhookId: string, { attempt }: SentCall): void {
    const pace = this.#paceOf(webhookId)
    this.#slots -= 1
    pace.end(pulseOf(attempt), this.#needs.deps.clock.now())
    if (pace.isFresh) this.#paces.delete(webhookId)
  }

  #paceOf(webhookId: string): EndpointPace {
    const known = this.#paces.get(webhookId)
    if (known) return known
    const pace = new EndpointPace()
    this.#paces.set(webhookId, pace)
    return pace
  }

  #noteOldest(due: { webhookId: string; dueAt: Date }[]): void {
    const now = this.#needs.deps.clock.now().getTime()
    const alive = due.filter(({ webhookId }) => !this.#paces.get(webhookId)?.isDead)
    this.#oldestDueMs = Math.max(0, ...alive.map(({ dueAt }) => now - dueAt.getTime()))
  }
}

/** A receiver that refuses with 4xx is alive; one that asks for less, or fails, is spared. */
function pulseOf({ status, error }: SentCall['attempt']) {
  if (error === 'timeout') return 'timed_out'
  return status === null || status === 429 || status >= 500 ? 'failed' : 'answered'
}

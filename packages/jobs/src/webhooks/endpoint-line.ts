import type { ClaimedDelivery, DeliveryDoc, WebhookDoc } from '@inlet/core'

const mostAtOnce = 8
/** Failures in a row after which an endpoint is taken for dead: one call at a time, with pauses in between. */
const deadAfter = 3
const firstPauseMs = 1_000
const longestPauseMs = 60_000

/** What an attempt says about its endpoint. */
export type Pulse = 'answered' | 'failed' | 'timed_out'

/**
 * How many calls one endpoint gets at a time: from eight, half as many after each time-out, one more after each answer. An endpoint that
 * fails again and again is called once at a time, with growing pauses, so that it holds no more than one slot. An answer of any status but a
 * failure's ends that.
 */
export class EndpointPace {
  #atOnce = mostAtOnce
  #inFlight = 0
  #failuresInRow = 0
  #pausedUntil = 0

  /** How many more calls may begin now. */
  free(now: Date): number {
    if (now.getTime() < this.#pausedUntil) return 0
    return Math.max(0, (this.isDead ? 1 : this.#atOnce) - this.#inFlight)
  }

  /** Calls at a time. */
  get atOnce(): number {
    return this.#atOnce
  }

  get inFlight(): number {
    return this.#inFlight
  }

  get isDead(): boolean {
    return this.#failuresInRow >= deadAfter
  }

  /** Whether it is as at the beginning, so that nothing is lost when it is forgotten. */
  get isFresh(): boolean {
    return this.#inFlight === 0 && this.#failuresInRow === 0 && this.#atOnce === mostAtOnce
  }

  begin(): void {
    this.#inFlight += 1
  }

  end(pulse: Pulse, now: Date): void {
    this.#inFlight -= 1
    if (pulse === 'answered') {
      this.#failuresInRow = 0
      this.#pausedUntil = 0
      this.#atOnce = Math.min(mostAtOnce, this.#atOnce + 1)
      return
    }
    this.#failuresInRow += 1
    if (pulse === 'timed_out') this.#atOnce = Math.max(1, Math.floor(this.#atOnce / 2))
    if (this.isDead) this.#pausedUntil = now.getTime() + pauseAfter(this.#failuresInRow)
  }
}

const pauseAfter = (failuresInRow: number) =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(16, failuresInRow - deadAfter))

/** What is claimed ahead gets its slot in this time, if the endpoint goes on as it answered last. */
const aheadMs = 2_000
const mostAhead = 500
/** Before there is an answer. */
const assumedMs = 500
/** With less than this of its lease left no delivery is begun: a call takes up to 17 s. */
const leastLeaseMs = 22_000

/**
 * One endpoint as this process sees it: its pace, and the deliveries that are claimed and wait for a slot. Those cost one write to claim,
 * or none where they are claimed as they are made, and no reads between two calls.
 */
export class EndpointLine {
  readonly pace = new EndpointPace()
  #line: ClaimedDelivery[] = []
  #reserved = 0
  #lastMs = assumedMs
  #isTrusted = true

  /** How many are claimed and not begun, or about to be. */
  get length(): number {
    return this.#line.length + this.#reserved
  }

  /** How many more may be claimed now. The process has `slots` left for calls, and can hold `held` more that wait for one. */
  room(now: Date, { slots, held }: { slots: number; held: number }): number {
    const free = Math.min(this.pace.free(now), slots)
    // Without a call on its way nothing would take what waits.
    const ahead = free > 0 || this.pace.inFlight > 0 ? Math.min(this.#ahead, held) : 0
    return Math.max(0, free + ahead - this.length)
  }

  /** Whether it is time to claim what waits in the database: more at a time cost less. */
  get isShort(): boolean {
    return this.length <= this.#ahead / 2
  }

  /** Takes room for deliveries that are about to be claimed; `release` must follow. */
  reserve(count: number): void {
    this.#reserved += count
  }

  release(count: number): void {
    this.#reserved -= count
  }

  push(claimed: ClaimedDelivery): void {
    this.#line.push(claimed)
  }

  next(): ClaimedDelivery | null {
    return this.#line.shift() ?? null
  }

  /** Whether the first one has waited too long: its lease might end before its call does. */
  isStale(now: Date): boolean {
    const [first] = this.#line
    return first !== undefined && first.delivery.dueAt.getTime() - now.getTime() < leastLeaseMs
  }

  /** Uses the webhook as it is stored now. */
  renew(webhook: WebhookDoc): void {
    this.#line = this.#line.map(({ delivery }) => ({ delivery, webhook }))
  }

  /** Everything that waits; it has to be given back. Nothing more is claimed ahead before an answer. */
  empty(): DeliveryDoc[] {
    const deliveries = this.#line.map(({ delivery }) => delivery)
    this.#line = []
    this.#isTrusted = false
    return deliveries
  }

  /** A call succeeded. */
  noteSuccess(durationMs: number): void {
    this.#isTrusted = true
    this.#lastMs = Math.max(1, durationMs)
  }

  /** Whether nothing is lost when it is forgotten. */
  get isFresh(): boolean {
    return this.length === 0 && this.pace.isFresh
  }

  get #ahead(): number {
    if (!this.#isTrusted) return 0
    return Math.min(mostAhead, Math.floor((this.pace.atOnce * aheadMs) / this.#lastMs))
  }
}

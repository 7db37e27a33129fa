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

  /** A call that was begun and not made. */
  cancel(): void {
    this.#inFlight -= 1
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

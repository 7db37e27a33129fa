/** The time over which the number of waiting mails is averaged: longer than a gap between two batches, shorter than anybody notices. */
const averageMs = 250
/**
 * On average. Mails come in bursts, as batches are answered, so that three to six wait on average also where processor time is left; in a
 * flood over fifty connections it is 17 to 21.
 */
const busyFrom = 10
/** More that wait say nothing more, and a long queue would count for long after its end. */
const countedAtMost = 40

interface BacklogNeeds {
  /** How many mails wait now because all threads, or the next batch, are full. */
  waiting: () => number
  /** Milliseconds, from any beginning. */
  now: () => number
}

/**
 * Whether receiving needs more processor time than it gets, by the mails that wait: on average over the last quarter of a second, since
 * their number changes with every batch. Other work of the process can wait then.
 */
export class IntakeBacklog {
  readonly #needs: BacklogNeeds
  #average = 0
  #mails = 0
  #last = 0
  #lastAt: number

  constructor(needs: BacklogNeeds) {
    this.#needs = needs
    this.#lastAt = needs.now()
  }

  /** Must be called when a mail has come, and `ended` when it has its reply: in between the number is taken as the last one. */
  began(): void {
    this.#note()
  }

  ended(): void {
    this.#mails += 1
    this.#note()
  }

  /** Whether receiving is busy, and how many mails have ended since the process began. */
  state(): { isBusy: boolean; mails: number } {
    return { isBusy: this.#averageNow() >= busyFrom, mails: this.#mails }
  }

  #note(): void {
    this.#average = this.#averageNow()
    this.#lastAt = this.#needs.now()
    this.#last = Math.min(countedAtMost, this.#needs.waiting())
  }

  /** What was counts less and less, by the time that has passed; the last number counts the more. */
  #averageNow(): number {
    const weight = Math.exp((this.#lastAt - this.#needs.now()) / averageMs)
    return this.#last + (this.#average - this.#last) * weight
  }
}

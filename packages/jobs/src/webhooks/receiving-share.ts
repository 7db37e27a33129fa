/** How receiving mail stands in this process. */
export interface ReceivingState {
  /** Whether mails wait for processor time. */
  isBusy: boolean
  /** How many mails have been received since the process began. */
  mails: number
}

/** While mails wait, one event is begun for so many received mails: a tenth of the events, so that receiving keeps most of the processors. */
const mailsForEach = 10

/** What a step may begin, since receiving mail comes first. */
export class ReceivingShare {
  readonly #receiving: () => ReceivingState
  #mailsBefore = 0

  constructor(receiving: () => ReceivingState) {
    this.#receiving = receiving
  }

  /**
   * How many events or deliveries the next step may begin, by the mails since the last call; null: any number, since no mail waits. Never
   * 0: a flood without end would keep them for ever.
   */
  next(): number | null {
    const { isBusy, mails } = this.#receiving()
    const since = mails - this.#mailsBefore
    this.#mailsBefore = mails
    return isBusy ? Math.max(1, Math.floor(since / mailsForEach)) : null
  }
}

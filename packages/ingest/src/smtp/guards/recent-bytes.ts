const windowMs = 5_000

/** Counts the bytes of about the last five seconds: those of this window, and a share of the one before, as if they had come evenly. */
export class RecentBytes {
  #window = 0
  #inWindow = 0
  #before = 0

  add(bytes: number, now: number): void {
    this.#turnTo(now)
    this.#inWindow += bytes
  }

  sum(now: number): number {
    this.#turnTo(now)
    return this.#inWindow + this.#before * (1 - (now % windowMs) / windowMs)
  }

  #turnTo(now: number): void {
    const window = Math.floor(now / windowMs)
    if (window === this.#window) return
    this.#before = window === this.#window + 1 ? this.#inWindow : 0
    this.#inWindow = 0
    this.#window = window
  }
}

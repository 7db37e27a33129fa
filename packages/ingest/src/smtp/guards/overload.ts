/** How many samples in a row make the process busy, and how many calm ones end that: a single long collection of garbage is no overload. */
const samplesToBusy = 3
const samplesToCalm = 5

/** Whether the process has more to do than it can: it is asked before a connection or a mail is begun. */
export interface Overload {
  isOverloaded(): boolean
  stop(): void
}

/** Decides by how late the event loop is: busy after 3 samples above `limitMs` in a row, calm again after 5 below half of it. */
export class LagWatch {
  readonly #limitMs: number
  #isBusy = false
  #inRow = 0

  constructor(limitMs: number) {
    this.#limitMs = limitMs
  }

  get isBusy(): boolean {
    return this.#isBusy
  }

  sample(lagMs: number): void {
    const isAgainst = this.#isBusy ? lagMs < this.#limitMs / 2 : lagMs > this.#limitMs
    this.#inRow = isAgainst ? this.#inRow + 1 : 0
    if (this.#inRow < (this.#isBusy ? samplesToCalm : samplesToBusy)) return
    this.#isBusy = !this.#isBusy
    this.#inRow = 0
  }
}

const sampleMs = 100

/** Watches the lag of the event loop, ten times a second; a limit of 0 ms never says overload. */
export function watchEventLoop(limitMs: number): Overload {
  if (limitMs === 0) return { isOverloaded: () => false, stop: () => {} }
  const watch = new LagWatch(limitMs)
  let dueAt = performance.now() + sampleMs
  const timer = setInterval(() => {
    const now = performance.now()
    watch.sample(now - dueAt)
    dueAt = now + sampleMs
  }, sampleMs).unref()
  return { isOverloaded: () => watch.isBusy, stop: () => clearInterval(timer) }
}

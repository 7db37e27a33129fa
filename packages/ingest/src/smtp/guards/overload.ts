import { addressBlock } from '@inlet/runtime'
import { LRUCache } from 'lru-cache'
import { RecentBytes } from './recent-bytes.ts'

/** How many samples in a row make the process busy, and how many calm ones end that: a single long collection of garbage is no overload. */
const samplesToBusy = 3
const samplesToCalm = 5

/** How late the event loop is: in time, late, or so late that nobody is answered soon. */
export type Lateness = 'none' | 'late' | 'very late'

/** Watches the event loop until `stop`. */
export interface LoopWatch {
  lateness(): Lateness
  stop(): void
}

/** Tells whether the process has more to do than it can, and whose work that is. */
export interface Overload {
  /** Whether this client may begin no connection and no mail now. */
  refuses(clientIp: string): boolean
  /** Counts what a client has brought. */
  note(clientIp: string, bytes: number): void
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
const veryLateFactor = 5

/** Watches the lag of the event loop, ten times a second; late is above `limitMs`, very late above five times that; 0 is never late. */
export function watchEventLoop(limitMs: number): LoopWatch {
  if (limitMs === 0) return { lateness: () => 'none', stop: () => {} }
  const late = new LagWatch(limitMs)
  const veryLate = new LagWatch(limitMs * veryLateFactor)
  let dueAt = performance.now() + sampleMs
  const timer = setInterval(() => {
    const now = performance.now()
    late.sample(now - dueAt)
    veryLate.sample(now - dueAt)
    dueAt = now + sampleMs
  }, sampleMs).unref()
  return {
    lateness() {
      if (veryLate.isBusy) return 'very late'
      return late.isBusy ? 'late' : 'none'
    },
    stop: () => clearInterval(timer),
  }
}

/** Who brought no more in the last five seconds is not what makes the process late. */
const lightBytes = 1024 * 1024
const clientsMax = 10_000

/**
 * Refuses, while the event loop is late, the clients (an IPv4 address, an IPv6 /64) that brought more than 1 MiB in the last five
 * seconds; while it is very late, all.
 */
export function createOverload({ lateness, now }: { lateness: () => Lateness; now: () => number }): Overload {
  const brought = new LRUCache<string, RecentBytes>({ max: clientsMax })

  return {
    refuses(clientIp) {
      const how = lateness()
      if (how !== 'late') return how === 'very late'
      return (brought.get(addressBlock(clientIp))?.sum(now()) ?? 0) > lightBytes
    },
    note(clientIp, bytes) {
      const client = addressBlock(clientIp)
      const recent = brought.get(client) ?? new RecentBytes()
      recent.add(bytes, now())
      brought.set(client, recent)
    },
  }
}

import { addressBlock } from '@inlet/runtime'
import { LRUCache } from 'lru-cache'
import { RecentBytes } from './recent-bytes.ts'

/** How many late samples in a row begin an overload, and how many calm ones end it: one long garbage collection is no overload. */
const samplesToBusy = 3
const samplesToCalm = 5

/** How late the event loop is; `very late`: no client gets its replies soon. */
export type Lateness = 'none' | 'late' | 'very late'

/** Measures the lag of the event loop until `stop`. */
export interface LoopWatch {
  lateness(): Lateness
  stop(): void
}

/** Decides which clients are refused while the process is overloaded. */
export interface Overload {
  /** Whether this client may begin neither a connection nor a mail now. */
  refuses(clientIp: string): boolean
  /** Counts what a client has sent. */
  count(clientIp: string, bytes: number): void
}

/** Turns samples of the lag into a state: busy after 3 samples above `limitMs` in a row, calm again after 5 below half of it. */
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
    const isOpposite = this.#isBusy ? lagMs < this.#limitMs / 2 : lagMs > this.#limitMs
    this.#inRow = isOpposite ? this.#inRow + 1 : 0
    if (this.#inRow < (this.#isBusy ? samplesToCalm : samplesToBusy)) return
    this.#isBusy = !this.#isBusy
    this.#inRow = 0
  }
}

const sampleMs = 100
const veryLateFactor = 5

/** Samples the lag of the event loop ten times a second; late is above `limitMs`, very late above five times that; with 0 it is never late. */
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

/** A client that sent no more in the last five seconds is not the cause of the lag. */
const lightBytes = 1024 * 1024
const clientsMax = 10_000

/**
 * While the event loop is late, refuses the clients (IPv4 address, IPv6 /64) that sent more than 1 MiB in the last five seconds; while
 * it is very late, all.
 */
export function createOverload({ lateness, now }: { lateness: () => Lateness; now: () => number }): Overload {
  const sent = new LRUCache<string, RecentBytes>({ max: clientsMax })

  return {
    refuses(clientIp) {
      const current = lateness()
      if (current !== 'late') return current === 'very late'
      return (sent.get(addressBlock(clientIp))?.sum(now()) ?? 0) > lightBytes
    },
    count(clientIp, bytes) {
      const client = addressBlock(clientIp)
      const recent = sent.get(client) ?? new RecentBytes()
      recent.add(bytes, now())
      sent.set(client, recent)
    },
  }
}

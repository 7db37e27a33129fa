import { usualMs } from './client-costs.ts'
import type { Lane, LaneJob } from './parse-lanes.ts'

/** So long a mail that others wait for may have the processor beyond what is usual. */
const turnMs = 150
const lookMs = 50

interface WatchedPool<Job extends LaneJob> {
  lanes(): readonly Lane<Job>[]
  /** Whether any mail waits that this thread could be parsing. */
  isWaitedFor(lane: Lane<Job>): boolean
}

/**
 * Takes threads away from mails that are at them for longer than their turn, in processor time, while other mails wait for that
 * thread. Looks only as long as any do.
 */
export class TurnWatch<Job extends LaneJob> {
  readonly #pool: WatchedPool<Job>
  #timer: NodeJS.Timeout | null = null

  constructor(pool: WatchedPool<Job>) {
    this.#pool = pool
  }

  /** Something may be waiting. */
  wake(): void {
    if (this.#timer || !this.#pool.lanes().some((lane) => this.#pool.isWaitedFor(lane))) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      for (const lane of [...this.#pool.lanes()]) {
        // A thread that has just ended tells no time.
        if (this.#pool.isWaitedFor(lane)) void this.#look(lane).catch(() => {})
      }
      this.wake()
    }, lookMs)
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #look(lane: Lane<Job>): Promise<void> {
    const job = lane.thread.current
    if (!job) return
    const processorMs = await lane.thread.processorMs()
    if (lane.thread.current !== job) return
    if (lane.seen?.id !== job.id) lane.seen = { id: job.id, processorMs }
    else if (processorMs - lane.seen.processorMs > usualMs(job.raw.length) + turnMs && this.#pool.isWaitedFor(lane)) {
      lane.thread.interrupt()
    }
  }
}

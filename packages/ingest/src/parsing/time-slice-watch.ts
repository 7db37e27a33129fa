import { expectedMs } from './client-costs.ts'
import type { Lane, LaneJob } from './parse-lanes.ts'

/** Processor time beyond the expected one that a mail may take while others wait for its thread. */
const sliceMs = 150
const checkMs = 50

interface WatchedPool<Job extends LaneJob> {
  lanes(): readonly Lane<Job>[]
  /** Whether a mail waits that this thread could parse. */
  blocksOthers(lane: Lane<Job>): boolean
}

/**
 * Interrupts a thread whose mail exceeds its time slice, in processor time, while other mails wait for that thread. Checks only while any
 * mails wait.
 */
export class TimeSliceWatch<Job extends LaneJob> {
  readonly #pool: WatchedPool<Job>
  #timer: NodeJS.Timeout | null = null

  constructor(pool: WatchedPool<Job>) {
    this.#pool = pool
  }

  /** Starts checking if mails wait. */
  start(): void {
    if (this.#timer || !this.#pool.lanes().some((lane) => this.#pool.blocksOthers(lane))) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      for (const lane of [...this.#pool.lanes()]) {
        // Rejects for a thread that has just ended.
        if (this.#pool.blocksOthers(lane)) void this.#check(lane).catch(() => {})
      }
      this.start()
    }, checkMs)
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #check(lane: Lane<Job>): Promise<void> {
    const job = lane.thread.current
    if (!job) return
    const processorMs = await lane.thread.processorMs()
    if (lane.thread.current !== job) return
    if (lane.lastCheck?.id !== job.id) lane.lastCheck = { id: job.id, processorMs }
    else if (
      processorMs - lane.lastCheck.processorMs > expectedMs(job.raw.length) + sliceMs &&
      this.#pool.blocksOthers(lane)
    ) {
      lane.thread.interrupt()
    }
  }
}

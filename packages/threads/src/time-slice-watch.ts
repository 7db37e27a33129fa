import type { Lane, LaneJob } from './thread-lanes.ts'
import type { ThreadJob } from './worker-thread.ts'

/** Processor time, so that the load of the machine does not count, and the reason of a thread that ends by it. */
interface TimeSlice {
  ms: number
  reason: string
}

interface WatchedPool<Job extends LaneJob, Answer extends ThreadJob> {
  lanes(): readonly Lane<Job, Answer>[]
  /** Whether the job of a thread, or its turn, has a time slice now. */
  isLimited(lane: Lane<Job, Answer>): boolean
  sliceOf(job: Job): TimeSlice
  checkMs: number
  /** Elapsed time for which the processor time may stay unknown: it cannot be read while a thread is outside of JavaScript. */
  stuckMs: number
}

/** Ends a thread whose job exceeds its time slice. Checks only while any job has one. */
export class TimeSliceWatch<Job extends LaneJob, Answer extends ThreadJob> {
  readonly #pool: WatchedPool<Job, Answer>
  #timer: NodeJS.Timeout | null = null

  constructor(pool: WatchedPool<Job, Answer>) {
    this.#pool = pool
  }

  /** Starts checking if any job has a time slice. */
  start(): void {
    if (this.#timer || !this.#pool.lanes().some((lane) => this.#pool.isLimited(lane))) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      for (const lane of [...this.#pool.lanes()]) {
        // Rejects for a thread that has just ended.
        if (this.#pool.isLimited(lane)) void this.#check(lane).catch(() => {})
      }
      this.start()
    }, this.#pool.checkMs)
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  async #check(lane: Lane<Job, Answer>): Promise<void> {
    const { thread } = lane
    const computed = thread.computedMs()
    if (thread.unknownMs > this.#pool.stuckMs) thread.end('stuck')
    const computedMs = await computed
    const job = thread.current
    if (!job || !this.#pool.isLimited(lane)) return
    const slice = this.#pool.sliceOf(job)
    if (computedMs > slice.ms) thread.end(slice.reason)
  }
}

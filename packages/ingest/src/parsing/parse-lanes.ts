import { type ParseAnswer, type ParseTask, ParseThread, type ThreadEnd } from './parse-thread.ts'
import type { ThreadSource } from './thread-source.ts'

/** How many threads, how long one mail may take, and how much heap a thread has. */
export interface ParseLimits {
  workers: number
  deadlineMs: number
  heapMb: number
}

/** The script of a thread, how long its start may take, the pause before the next start where a thread ended without a mail, and where threads come from. */
export interface ThreadStart {
  script: URL
  limitMs: number
  pauseMs: number
  threads?: ThreadSource | undefined
}

/** Light mails only; any mail, heavy ones one at a time; or none yet: the reserve replaces the next thread that ends. */
type LaneRole = 'light' | 'any' | 'reserve'

/** A mail for a thread, and whether others may be queued behind it. */
export interface LaneJob extends ParseTask {
  isHeavy: boolean
  isQuick: boolean
}

/** A thread and its role. */
export interface Lane<Job extends LaneJob> {
  role: LaneRole
  thread: ParseThread<Job>
  last: Job | null
  /** The mail of the last check, and the thread's processor time then. */
  lastCheck: { id: number; processorMs: number } | null
}

interface LaneEvents<Job extends LaneJob> {
  answered: (job: Job, answer: ParseAnswer) => void
  /** A thread has ended and was replaced, or will be. */
  ended: (end: ThreadEnd<Job>) => void
  /** A thread was started after a pause. */
  opened: () => void
}

/**
 * More than one, so that a thread does not wait for the main thread between two mails. A busy thread gets as many before an idle one is
 * woken: on few processors a thread more costs each mail more than the wait.
 */
const jobsPerLane = 4

/** The threads of a pool: half of them, at least one, take heavy mails; one is in reserve, since a new one takes up to a second to start. */
export class ParseLanes<Job extends LaneJob> {
  readonly #lanes: Lane<Job>[] = []
  readonly #pauses = new Set<NodeJS.Timeout>()
  readonly #limits: ParseLimits
  readonly #start: ThreadStart
  readonly #events: LaneEvents<Job>
  #hasReserve = false
  #isStopping = false

  constructor(limits: ParseLimits, start: ThreadStart, events: LaneEvents<Job>) {
    this.#limits = limits
    this.#start = start
    this.#events = events
    const forAll = Math.max(1, Math.floor(limits.workers / 2))
    for (let index = 0; index < limits.workers; index++) this.#open(index < forAll ? 'any' : 'light')
  }

  /** Including the reserve. */
  get all(): readonly Lane<Job>[] {
    return this.#lanes
  }

  /** Mails that threads have been given. */
  get running(): number {
    return this.#lanes.reduce((sum, { thread }) => sum + thread.jobs, 0)
  }

  give(lane: Lane<Job>, job: Job): void {
    lane.last = job
    lane.thread.give(job)
  }

  /** An idle thread for a heavy mail. */
  forHeavy(isTurnOfLight: (lane: Lane<Job>) => boolean): Lane<Job> | undefined {
    return this.#lanes.find((lane) => lane.role === 'any' && lane.thread.jobs === 0 && !isTurnOfLight(lane))
  }

  /** A thread for a light mail: the first one that is idle or has only a few quick mails. `mayTakeAny`: whether a thread of the role `any` may be used. */
  forLight(mayTakeAny: (lane: Lane<Job>) => boolean): Lane<Job> | undefined {
    return this.#lanes.find(
      (lane) => lane.role !== 'reserve' && hasRoom(lane) && (lane.role !== 'any' || mayTakeAny(lane)),
    )
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const pause of this.#pauses) clearTimeout(pause)
    await Promise.all(this.#lanes.map(({ thread }) => thread.stop()))
  }

  #open(role: LaneRole): void {
    const { deadlineMs, heapMb } = this.#limits
    const { script, limitMs, threads } = this.#start
    const thread: ParseThread<Job> = new ParseThread<Job>(
      { deadlineMs, heapMb, script, startMs: limitMs, threads },
      {
        answered: (job, answer) => {
          this.#startReserve()
          this.#events.answered(job, answer)
        },
        ended: (end) => this.#replace(lane, end),
      },
    )
    const lane: Lane<Job> = { role, thread, last: null, lastCheck: null }
    this.#lanes.push(lane)
    this.#sort()
  }

  /** Not before the first mail: it would take processor time from the start of the other threads. */
  #startReserve(): void {
    if (this.#hasReserve) return
    this.#hasReserve = true
    this.#open('reserve')
  }

  #replace(lane: Lane<Job>, end: ThreadEnd<Job>): void {
    if (this.#isStopping) return
    this.#lanes.splice(this.#lanes.indexOf(lane), 1)
    const standby = this.#lanes.find(({ role }) => role === 'reserve')
    const missing = standby ? 'reserve' : lane.role
    if (standby) standby.role = lane.role
    this.#sort()
    if (end.failedJob) this.#open(missing)
    else this.#openLater(missing)
    this.#events.ended(end)
  }

  /** The cause that ended a thread without a mail may end the next one at once: without a pause that would be a busy loop. */
  #openLater(role: LaneRole): void {
    const pause = setTimeout(() => {
      this.#pauses.delete(pause)
      this.#open(role)
      this.#events.opened()
    }, this.#start.pauseMs)
    this.#pauses.add(pause)
  }

  /** Threads for light mails first: `forLight` tries them first. */
  #sort(): void {
    const order = { light: 0, any: 1, reserve: 2 }
    this.#lanes.sort((one, other) => order[one.role] - order[other.role])
  }
}

/** Nothing is queued behind a mail that may take long: it could not be moved to another thread. */
function hasRoom<Job extends LaneJob>({ thread, last }: Lane<Job>): boolean {
  return thread.jobs === 0 || (thread.jobs < jobsPerLane && last !== null && !last.isHeavy && last.isQuick)
}

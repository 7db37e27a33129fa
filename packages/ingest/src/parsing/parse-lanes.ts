import { type ParseAnswer, type ParseTask, ParseThread, type ThreadEnd } from './parse-thread.ts'

/** How many threads, how long one mail may take, and how much heap a thread has. */
export interface ParseLimits {
  workers: number
  deadlineMs: number
  heapMb: number
}

/** What a thread runs, how long it may take to begin, and how long to wait where no mail is to blame for its end. */
export interface ThreadStart {
  script: URL
  limitMs: number
  pauseMs: number
}

/** Light mails only; heavy ones too, each alone; or nothing yet: it stands in as soon as another thread ends. */
type LaneRole = 'light' | 'any' | 'reserve'

/** A mail that a thread works on, and whether others may be put behind it. */
export interface LaneJob extends ParseTask {
  isHeavy: boolean
  isQuick: boolean
}

/** A thread and what it is for. */
export interface Lane<Job extends LaneJob> {
  role: LaneRole
  thread: ParseThread<Job>
  last: Job | null
  /** The mail it was seen at, and its processor time then. */
  seen: { id: number; processorMs: number } | null
}

interface LaneEvents<Job extends LaneJob> {
  answered: (job: Job, answer: ParseAnswer) => void
  /** Another thread has its place by then, or will have. */
  ended: (end: ThreadEnd<Job>) => void
  /** A thread that had to wait for its start is there. */
  opened: () => void
}

/** More than one, so that a thread need not wait for the main loop between two mails. */
const jobsPerLane = 8
/** Threads that have something to do are given more, up to here, before the next one is woken: that costs less than it wins. */
const jobsBeforeNextLane = 4

/** The threads of a pool: half of them, at least one, take heavy mails; and one in reserve, since a new one needs up to a second to start. */
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

  /** All of them, the reserve too. */
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

  /** A thread for a heavy mail: one that has nothing to do. */
  forHeavy(isLightsTurn: (lane: Lane<Job>) => boolean): Lane<Job> | undefined {
    return this.#lanes.find((lane) => lane.role === 'any' && lane.thread.jobs === 0 && !isLightsTurn(lane))
  }

  /** A thread for a light mail: one that has nothing to do, or a few quick mails; `mayTakeAny` tells whether those for all may be had. */
  forLight(mayTakeAny: (lane: Lane<Job>) => boolean): Lane<Job> | undefined {
    let best: Lane<Job> | undefined
    for (const lane of this.#lanes) {
      if (lane.role === 'reserve' || !hasRoom(lane) || (lane.role === 'any' && !mayTakeAny(lane))) continue
      if (lane.thread.jobs < jobsBeforeNextLane) return lane
      if (!best || lane.thread.jobs < best.thread.jobs) best = lane
    }
    return best
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const pause of this.#pauses) clearTimeout(pause)
    await Promise.all(this.#lanes.map(({ thread }) => thread.stop()))
  }

  #open(role: LaneRole): void {
    const { deadlineMs, heapMb } = this.#limits
    const thread: ParseThread<Job> = new ParseThread<Job>(
      { deadlineMs, heapMb, script: this.#start.script, startMs: this.#start.limitMs },
      {
        answered: (job, answer) => {
          this.#keepReserve()
          this.#events.answered(job, answer)
        },
        ended: (end) => this.#replace(lane, end),
      },
    )
    const lane: Lane<Job> = { role, thread, last: null, seen: null }
    this.#lanes.push(lane)
    this.#sort()
  }

  /** Not before the first mail: it would take processor from the start of those that are needed. */
  #keepReserve(): void {
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
    if (end.culprit) this.#open(missing)
    else this.#openLater(missing)
    this.#events.ended(end)
  }

  /** What ended one thread without any mail may end the next one as soon: without a pause that would be a hot loop. */
  #openLater(role: LaneRole): void {
    const pause = setTimeout(() => {
      this.#pauses.delete(pause)
      this.#open(role)
      this.#events.opened()
    }, this.#start.pauseMs)
    this.#pauses.add(pause)
  }

  /** Those for light mails first: they are the first to be given one. */
  #sort(): void {
    const order = { light: 0, any: 1, reserve: 2 }
    this.#lanes.sort((one, other) => order[one.role] - order[other.role])
  }
}

/** Behind a mail that may take long nothing is put: it could not be had back. */
function hasRoom<Job extends LaneJob>({ thread, last }: Lane<Job>): boolean {
  return thread.jobs === 0 || (thread.jobs < jobsPerLane && last !== null && !last.isHeavy && last.isQuick)
}

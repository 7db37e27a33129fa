import { type ThreadEnd, type ThreadJob, type ThreadOptions, WorkerThread } from './worker-thread.ts'

/** Light jobs only; any job, heavy ones one at a time; or none yet: the reserve replaces the next thread that ends. */
type LaneRole = 'light' | 'any' | 'reserve'

/** A job, and whether others may be queued behind it. */
export interface LaneJob extends ThreadJob {
  isHeavy: boolean
  isQuick: boolean
}

/** A thread and its role. */
export interface Lane<Job extends LaneJob, Answer extends ThreadJob> {
  role: LaneRole
  thread: WorkerThread<Job, Answer>
  last: Job | null
  idle: NodeJS.Timeout | null
}

/** How many threads there are, and when they start and end. */
export interface LaneOptions {
  threads: number
  /**
   * Half of the threads, at least one, take heavy jobs; the others take light ones alone. All start at once, and one more is in reserve,
   * since a new one may take a second to start. Otherwise each thread takes any job, and starts when it is needed.
   */
  hasLightLanes: boolean
  /** Jobs that a thread is given at a time. */
  jobsPerThread: number
  /** A thread without jobs ends after this time; by default it does not. */
  idleMs?: number | undefined
  /** The pause before another thread starts where one ended without a job: its cause may end the next one at once. */
  pauseMs: number
}

interface LaneEvents<Job extends LaneJob, Answer extends ThreadJob> {
  answered: (job: Job, answer: Answer) => void
  /** A thread has ended and was replaced, or will be. */
  ended: (end: ThreadEnd<Job>) => void
  /** A thread may be started again after a pause. */
  opened: () => void
  noticed?: ((notice: string) => void) | undefined
}

/** The threads of a pool. */
export class ThreadLanes<Job extends LaneJob, Answer extends ThreadJob> {
  readonly #lanes: Lane<Job, Answer>[] = []
  readonly #pauses = new Set<NodeJS.Timeout>()
  readonly #options: LaneOptions
  readonly #start: ThreadOptions<Job>
  readonly #events: LaneEvents<Job, Answer>
  #hasReserve = false
  #isStopping = false

  constructor(options: LaneOptions, start: ThreadOptions<Job>, events: LaneEvents<Job, Answer>) {
    this.#options = options
    this.#start = start
    this.#events = events
    const { threads, hasLightLanes } = options
    const forAll = Math.max(1, Math.floor(threads / 2))
    for (let index = 0; hasLightLanes && index < threads; index++) this.#open(index < forAll ? 'any' : 'light')
  }

  /** Including the reserve. */
  get all(): readonly Lane<Job, Answer>[] {
    return this.#lanes
  }

  /** Jobs that threads have been given. */
  get running(): number {
    return this.#lanes.reduce((sum, { thread }) => sum + thread.jobs, 0)
  }

  /** Settles when each thread has started or ended. */
  async started(): Promise<void> {
    await Promise.all(this.#lanes.map(({ thread }) => thread.started))
  }

  get isPaused(): boolean {
    return this.#pauses.size > 0
  }

  give(lane: Lane<Job, Answer>, job: Job): void {
    if (lane.idle) clearTimeout(lane.idle)
    lane.idle = null
    lane.last = job
    lane.thread.give(job)
  }

  /** An idle thread for a heavy job. */
  forHeavy(isTurnOfLight: (lane: Lane<Job, Answer>) => boolean): Lane<Job, Answer> | undefined {
    return this.#lanes.find((lane) => lane.role === 'any' && lane.thread.jobs === 0 && !isTurnOfLight(lane))
  }

  /**
   * A thread for a light job: the first one that is idle or has only a few quick jobs, else a new one. A busy thread gets several before
   * an idle one is woken: on few processors a thread more costs each job more than the wait. `mayTakeAny`: whether a thread of the role
   * `any` may be used.
   */
  forLight(mayTakeAny: (lane: Lane<Job, Answer>) => boolean): Lane<Job, Answer> | undefined {
    const found = this.#lanes.find(
      (lane) => lane.role !== 'reserve' && this.#hasRoom(lane) && (lane.role !== 'any' || mayTakeAny(lane)),
    )
    return found ?? this.#openIfNeeded()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    for (const pause of this.#pauses) clearTimeout(pause)
    await Promise.all(this.#lanes.splice(0).map((lane) => this.#stopLane(lane)))
  }

  #stopLane({ idle, thread }: Lane<Job, Answer>): Promise<void> {
    if (idle) clearTimeout(idle)
    return thread.stop()
  }

  /** Nothing is queued behind a job that may take long: it could not be moved to another thread. */
  #hasRoom({ thread, last }: Lane<Job, Answer>): boolean {
    return thread.jobs === 0 || (thread.jobs < this.#options.jobsPerThread && last !== null && last.isQuick)
  }

  #openIfNeeded(): Lane<Job, Answer> | undefined {
    const { threads, hasLightLanes } = this.#options
    if (hasLightLanes || this.#lanes.length + this.#pauses.size >= threads) return undefined
    return this.#open('any')
  }

  #open(role: LaneRole): Lane<Job, Answer> {
    const thread: WorkerThread<Job, Answer> = new WorkerThread<Job, Answer>(this.#start, {
      answered: (job, answer) => this.#answered(lane, job, answer),
      ended: (end) => this.#replace(lane, end),
      noticed: this.#events.noticed,
    })
    const lane: Lane<Job, Answer> = { role, thread, last: null, idle: null }
    this.#lanes.push(lane)
    this.#sort()
    return lane
  }

  #answered(lane: Lane<Job, Answer>, job: Job, answer: Answer): void {
    const { idleMs, hasLightLanes } = this.#options
    if (hasLightLanes) this.#startReserve()
    if (idleMs !== undefined && lane.thread.jobs === 0)
      lane.idle = setTimeout(() => this.#endIdle(lane), idleMs).unref()
    this.#events.answered(job, answer)
  }

  #endIdle(lane: Lane<Job, Answer>): void {
    this.#remove(lane)
    void this.#stopLane(lane)
  }

  /** Not before the first job: it would take processor time from the start of the other threads. */
  #startReserve(): void {
    if (this.#hasReserve) return
    this.#hasReserve = true
    this.#open('reserve')
  }

  #replace(lane: Lane<Job, Answer>, end: ThreadEnd<Job>): void {
    if (this.#isStopping) return
    this.#remove(lane)
    const standby = this.#lanes.find(({ role }) => role === 'reserve')
    const missing = standby ? 'reserve' : lane.role
    if (standby) standby.role = lane.role
    this.#sort()
    if (!end.failedJob) this.#openLater(missing)
    else if (this.#options.hasLightLanes) this.#open(missing)
    this.#events.ended(end)
  }

  #remove(lane: Lane<Job, Answer>): void {
    if (lane.idle) clearTimeout(lane.idle)
    this.#lanes.splice(this.#lanes.indexOf(lane), 1)
  }

  #openLater(role: LaneRole): void {
    const { pauseMs, hasLightLanes } = this.#options
    if (pauseMs === 0) return
    const pause = setTimeout(() => {
      this.#pauses.delete(pause)
      if (hasLightLanes) this.#open(role)
      this.#events.opened()
    }, pauseMs)
    this.#pauses.add(pause)
  }

  /** Threads for light jobs first: `forLight` tries them first. */
  #sort(): void {
    const order = { light: 0, any: 1, reserve: 2 }
    this.#lanes.sort((one, other) => order[one.role] - order[other.role])
  }
}

import { performance } from 'node:perf_hooks'

/** What one step of the dispatch may do: its events, and the pause in ms after a step that found as many. */
export interface DispatchStep {
  mostEvents: number
  pauseMs: number
}

/** How long this thread was busy and idle since it started, in ms. */
export interface ThreadTimes {
  active: number
  idle: number
}

const full: DispatchStep = { mostEvents: 200, pauseMs: 0 }
/** Still 200 events a second, so that they are reported under any load. */
const few: DispatchStep = { mostEvents: 40, pauseMs: 200 }
/** For how long a decision holds. */
const fullMs = 300
const fewMs = 200
/** Of its time; a thread that is busier makes mails wait for their 250. */
const busyShare = 0.8

/**
 * Lets mails go first in a process that receives them too: while its thread is busy, few events are dispatched, and the others wait where
 * they are. The dispatch itself makes the thread busy as well, so its windows take turns: one with few events shows what mails need.
 */
export class DispatchPace {
  readonly #read: () => ThreadTimes
  #from: ThreadTimes
  #step = full

  constructor(read: () => ThreadTimes = () => performance.eventLoopUtilization()) {
    this.#read = read
    this.#from = read()
  }

  /** What the next step may do. */
  next(): DispatchStep {
    const now = this.#read()
    const active = now.active - this.#from.active
    const ms = active + now.idle - this.#from.idle
    if (ms < (this.#step === full ? fullMs : fewMs)) return this.#step
    this.#step = active / ms < busyShare ? full : few
    this.#from = now
    return this.#step
  }
}

/** For a process that receives no mail. */
export const unpaced = { next: () => full }

import { performance } from 'node:perf_hooks'
import { clearTimeout, setTimeout } from 'node:timers'

/** What waits for a time to come. */
export interface Timers {
  setTimeout: typeof setTimeout
  clearTimeout: typeof clearTimeout
}

/** Node's own: a test that replaces the global ones by fake timers still waits for real mail. */
export const realTimers: Timers = { setTimeout, clearTimeout }

/** Milliseconds of a clock that nothing sets, neither the machine's user nor fake timers. */
export const now = () => performance.now()

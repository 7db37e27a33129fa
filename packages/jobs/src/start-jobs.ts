import { type Deps, sweepMessages } from '@inlet/core'
import type { Log } from '@inlet/runtime'
import { type Repeating, repeat } from './repeat.ts'

const sweepEveryMs = 30_000

/** Starts what a worker does beside requests and mails: so far the sweep of messages that no reader can see. */
export function startJobs(deps: Deps, log: Log): Repeating {
  return repeat({ name: 'sweep-messages', everyMs: sweepEveryMs, log, step: () => sweepMessages(deps) })
}

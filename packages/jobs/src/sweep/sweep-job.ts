import { type Deps, sweepMessages } from '@inlet/core'
import type { Job } from '../runner/job.ts'

const everyMs = 30_000

/** Removes messages, addresses and large parts that no reader can see any more, as the sweep orders say that are due. */
export function sweepJob(deps: Deps): Job {
  return {
    name: 'sweep-messages',
    everyMs,
    async run(signal) {
      while (!signal.aborted && (await sweepMessages(deps)));
    },
  }
}

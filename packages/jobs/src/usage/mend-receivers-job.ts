import { type Deps, mendReceiver } from '@inlet/core'
import type { Job } from '../runner/job.ts'

const everyMs = 15_000

/** Counts the messages of processes that died before they had, and notes them at their addresses. */
export function mendReceiversJob(deps: Deps): Job {
  return {
    name: 'mend-usage',
    everyMs,
    async run(signal) {
      while (!signal.aborted && (await mendReceiver(deps)));
    },
  }
}

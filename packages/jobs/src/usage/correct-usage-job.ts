import { correctMessageCounts, type Deps } from '@inlet/core'
import type { Job } from '../runner/job.ts'

const everyMs = 15_000

/** Counts the messages of processes that died before they had counted them. */
export function correctUsageJob(deps: Deps): Job {
  return {
    name: 'mend-usage',
    everyMs,
    async run(signal) {
      while (!signal.aborted && (await correctMessageCounts(deps)));
    },
  }
}

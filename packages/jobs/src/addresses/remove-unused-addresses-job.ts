import { type Deps, removeUnusedAddresses } from '@inlet/core'
import type { Job } from '../runner/job.ts'

const everyMs = 10 * 60_000

/** Removes addresses that have never had a mail in their time. */
export function removeUnusedAddressesJob(deps: Deps): Job {
  return {
    name: 'remove-unused-addresses',
    everyMs,
    async run(signal) {
      while (!signal.aborted && (await removeUnusedAddresses(deps)));
    },
  }
}

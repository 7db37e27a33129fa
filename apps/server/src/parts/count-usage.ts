import {
  type Deps,
  endReceiver,
  flushArrivals,
  flushMessageCounts,
  flushTally,
  recordQuotaLevels,
  renewReceiver,
} from '@inlet/core'
import type { Log, Stoppable } from '@inlet/runtime'

const flushMs = 500
const renewMs = 5_000
/** How often it is looked whether services have used up their plans, of those that received mail or did not get it. */
const quotaMs = 2_000

/** Writes what this process counts, and notes mails at their addresses, twice a second where there is something, and at the end. */
export function countUsage(deps: Deps, log: Log): Stoppable {
  let isStopped = false
  let renewedAt = performance.now()
  let lookedAt = Number.NEGATIVE_INFINITY
  const toLookAt = new Set<string>()
  let wake = () => {}

  async function flush(): Promise<void> {
    try {
      const [noted, counted] = await Promise.allSettled([flushArrivals(deps), flushMessageCounts(deps)])
      if (counted.status === 'rejected') throw counted.reason
      for (const serviceId of counted.value) toLookAt.add(serviceId)
      await flushTally(deps)
      for (const serviceId of deps.usage.deferred) toLookAt.add(serviceId)
      deps.usage.deferred.clear()
      if (toLookAt.size > 0 && performance.now() - lookedAt > quotaMs) {
        lookedAt = performance.now()
        await recordQuotaLevels(deps, [...toLookAt])
        toLookAt.clear()
      }
      if (performance.now() - renewedAt >= renewMs) {
        await renewReceiver(deps)
        renewedAt = performance.now()
      }
      if (noted.status === 'rejected') throw noted.reason
    } catch (error) {
      // It is all kept, and written at the next turn.
      log.warn({ error }, 'usage is not counted yet')
    }
  }

  async function repeat(): Promise<void> {
    while (!isStopped) {
      await flush()
      if (isStopped) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, flushMs)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }

  const repeated = repeat()
  return {
    name: 'usage',
    async stop() {
      isStopped = true
      wake()
      await repeated
      await flush()
      await endReceiver(deps)
    },
  }
}

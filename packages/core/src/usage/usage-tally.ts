import type { Deps } from '../deps.ts'
import { findPresentServices } from '../services/find-services.ts'
import { dayOf } from './read-usage.ts'
import { type CountedField, usageDayId, usageDayModel } from './usage-day-model.ts'

/** What is added up in memory. */
type TalliedField = Extract<CountedField, 'apiRequests' | 'addressesCreated' | 'deliveries'>

/** One thing to count, or several of the same kind. */
interface Counted {
  serviceId: string
  field: TalliedField
  isLive: boolean
  count?: number
}

/** Adds to what `flushTally` writes in a few seconds: a process that is killed in between loses it. */
export function tally(deps: Deps, { serviceId, field, isLive, count = 1 }: Counted): void {
  if (count === 0) return
  const day = dayOf(deps.clock.now())
  const id = usageDayId(serviceId, day)
  const found = deps.usage.tally.get(id) ?? { serviceId, day, sums: new Map() }
  const path = isLive ? field : `test.${field}`
  found.sums.set(path, (found.sums.get(path) ?? 0) + count)
  deps.usage.tally.set(id, found)
}

/**
 * Writes what was added up, and forgets that of services which are deleted: nobody would delete what it makes. What the database did not
 * take is added up again. @throws the driver's error
 */
export async function flushTally(deps: Deps): Promise<void> {
  const { usage } = deps
  if (usage.tally.size === 0) return
  const taken = usage.tally
  usage.tally = new Map()
  try {
    // The sweep deletes usage two minutes after the service at the earliest: a write that begins now has ended before.
    const present = await findPresentServices(
      deps,
      [...taken.values()].map(({ serviceId }) => serviceId),
    )
    const upserts = [...taken]
      .filter(([, { serviceId }]) => present.has(serviceId))
      .map(([_id, { serviceId, day, sums }]) => ({
        updateOne: {
          filter: { _id },
          update: { $setOnInsert: { serviceId, day }, $inc: Object.fromEntries(sums) },
          upsert: true,
        },
      }))
    if (upserts.length > 0) await usageDayModel.in(deps.db).bulkWrite(upserts, { ordered: false })
  } catch (error) {
    for (const [id, { serviceId, day, sums }] of taken) {
      const found = usage.tally.get(id) ?? { serviceId, day, sums: new Map<string, number>() }
      for (const [path, count] of sums) found.sums.set(path, (found.sums.get(path) ?? 0) + count)
      usage.tally.set(id, found)
    }
    throw error
  }
}

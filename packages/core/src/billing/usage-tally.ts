import type { Deps } from '../deps.ts'
import { findPresentServices } from '../services/find-services.ts'
import { dropOldHours } from './old-hours.ts'
import { dayOf } from './read-usage.ts'
import { type CountedField, countPaths, usageDayId, usageDayModel } from './usage-day-model.ts'

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
  const at = deps.clock.now()
  const day = dayOf(at)
  const id = usageDayId(serviceId, day)
  const found = deps.usage.tally.get(id) ?? { serviceId, day, sums: new Map() }
  for (const path of countPaths(field, { isLive, at })) found.sums.set(path, (found.sums.get(path) ?? 0) + count)
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
  const made: { serviceId: string; day: string }[] = []
  try {
    // The sweep deletes usage two minutes after the service at the earliest: a write that begins now has ended before.
    const present = await findPresentServices(
      deps,
      [...taken.values()].map(({ serviceId }) => serviceId),
    )
    const wanted = [...taken].filter(([, { serviceId }]) => present.has(serviceId))
    if (wanted.length === 0) return
    const upserts = wanted.map(([_id, { serviceId, day, sums }]) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: { serviceId, day }, $inc: Object.fromEntries(sums) },
        upsert: true,
      },
    }))
    const { upsertedIds } = await usageDayModel.in(deps.db).bulkWrite(upserts, { ordered: false })
    made.push(...wanted.flatMap(([, day], index) => (index in upsertedIds ? [day] : [])))
  } catch (error) {
    for (const [id, { serviceId, day, sums }] of taken) {
      const found = usage.tally.get(id) ?? { serviceId, day, sums: new Map<string, number>() }
      for (const [path, count] of sums) found.sums.set(path, (found.sums.get(path) ?? 0) + count)
      usage.tally.set(id, found)
    }
    throw error
  }
  await dropOldHours(deps, made)
}

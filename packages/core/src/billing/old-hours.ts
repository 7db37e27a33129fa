import { dayMs } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import { usageDayModel } from './usage-day-model.ts'

/**
 * Removes the counts by the hour of the days before the one that precedes each of these, which have just been made: only the last 24 hours are
 * read by the hour, and they would make a day ten times as large for as long as it is kept.
 */
export async function dropOldHours(deps: Deps, made: { serviceId: string; day: string }[]): Promise<void> {
  if (made.length === 0) return
  const updates = made.map(({ serviceId, day }) => {
    const before = new Date(Date.parse(day) - dayMs).toISOString().slice(0, 10)
    const filter = { serviceId, day: { $lt: before }, hours: { $exists: true } }
    return { updateMany: { filter, update: { $unset: { hours: '' as const } } } }
  })
  await usageDayModel.in(deps.db).bulkWrite(updates, { ordered: false })
}

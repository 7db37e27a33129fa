import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { usageDayModel } from './usage-day-model.ts'

const stepSize = 500

/** Deletes up to 500 days of usage of a deleted service. @returns whether it has none left */
export async function deleteUsageOfService(deps: Deps, serviceId: string): Promise<boolean> {
  const days = usageDayModel.in(deps.db)
  const options = { projection: { _id: 1 }, limit: stepSize, maxTimeMS: readBudgetMs } as const
  const found = await days.find({ serviceId }, options).toArray()
  if (found.length > 0) await days.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
  return found.length < stepSize
}

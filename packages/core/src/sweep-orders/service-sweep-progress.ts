import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type RemovedRecords, type ServiceSweepOrder, sweepOrderModel } from './sweep-order-model.ts'

/**
 * Counts records of a deleted service that a transaction deletes; for records that belong to none of those, nothing. A repeated step counts
 * nothing twice, since it has deleted nothing twice.
 */
export async function countRemoved(
  deps: Deps,
  tx: ClientSession,
  { serviceId, ...removed }: Partial<RemovedRecords> & { serviceId: string | undefined },
): Promise<void> {
  if (serviceId === undefined) return
  const increments = Object.entries(removed).map(([name, count]) => [`removed.${name}`, count])
  const update = { $inc: Object.fromEntries(increments) }
  await sweepOrderModel.in(deps.db).updateOne({ _id: serviceId }, update, { session: tx })
}

/** Whether records of a deleted service are left to other orders than its own. */
export async function hasOrdersOfService(deps: Deps, serviceId: string): Promise<boolean> {
  const options = { projection: { _id: 1 }, maxTimeMS: readBudgetMs } as const
  return (await sweepOrderModel.in(deps.db).findOne({ forService: serviceId }, options)) !== null
}

/**
 * Reads the order of a deleted service inside a transaction, and marks it as reported now, so that of two workers one reports. Null where it
 * is carried out, or was reported after `before`.
 */
export async function claimReport(
  deps: Deps,
  tx: ClientSession,
  { serviceId, before }: { serviceId: string; before: Date },
): Promise<ServiceSweepOrder | null> {
  const due = { _id: serviceId, reportedAt: { $lte: before } }
  const update = { $set: { reportedAt: deps.clock.now() } }
  const order = await sweepOrderModel.in(deps.db).findOneAndUpdate(due, update, { session: tx })
  return order && 'removed' in order ? order : null
}

/** Ends the order of a deleted service inside a transaction. @returns what it was, or null where another worker has ended it */
export async function endServiceSweep(
  deps: Deps,
  tx: ClientSession,
  serviceId: string,
): Promise<ServiceSweepOrder | null> {
  const order = await sweepOrderModel.in(deps.db).findOneAndDelete({ _id: serviceId }, { session: tx })
  return order && 'removed' in order ? order : null
}

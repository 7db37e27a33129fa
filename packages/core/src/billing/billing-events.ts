import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { billingEventModel } from './billing-event-model.ts'

/** Whether an event of the provider was handled before. */
export async function isKnownBillingEvent(deps: Deps, id: string): Promise<boolean> {
  return (await billingEventModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })) !== null
}

/** Remembers that an event was handled; also where another process handled it at the same time. */
export async function rememberBillingEvent(deps: Deps, id: string): Promise<void> {
  const handled = { $setOnInsert: { handledAt: deps.clock.now() } }
  await billingEventModel.in(deps.db).updateOne({ _id: id }, handled, { upsert: true })
}

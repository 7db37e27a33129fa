import { periodOf } from '../billing/period-of.ts'
import { quotaOf } from '../billing/quotas.ts'
import type { Deps } from '../deps.ts'
import type { ServiceDoc } from '../services/service-model.ts'
import { countMessagesIn } from './read-usage.ts'

/** Whether a service has received all the messages of its plan in this period. */
export async function isFullOfMessages(
  deps: Deps,
  service: Pick<ServiceDoc, '_id' | 'plan' | 'payment'>,
): Promise<boolean> {
  const limit = quotaOf(deps, service, 'messagesPerMonth')
  if (limit === null) return false
  return (await countMessagesIn(deps, service._id, periodOf(service, deps.clock.now()))) >= limit
}

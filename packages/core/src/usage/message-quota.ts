import { quotaOf } from '../billing/quotas.ts'
import type { Deps } from '../deps.ts'
import { countMessagesIn, monthOf } from './read-usage.ts'

/** Whether a service has received all the messages of its plan in this period. */
export async function isFullOfMessages(deps: Deps, service: { _id: string; plan?: string }): Promise<boolean> {
  const limit = quotaOf(deps, service, 'messagesPerMonth')
  if (limit === null) return false
  return (await countMessagesIn(deps, service._id, monthOf(deps.clock.now()))) >= limit
}

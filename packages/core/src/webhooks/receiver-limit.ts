import { AppError, limits } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type WebhookDoc, webhookModel } from './webhook-model.ts'

/** The types of events that a webhook gets now. */
const typesFor = (webhook: WebhookDoc | null) => (webhook?.state === 'enabled' ? webhook.events : [])

/**
 * Bounds what one event causes: at most 50 webhooks of a service get it. What a webhook gets already it keeps. The caller has locked the
 * service. @throws UNPROCESSABLE_CONTENT `too_many_webhooks` where the webhook would get a type of events that 50 others get
 */
export async function assertFewReceivers(
  deps: Deps,
  tx: ClientSession,
  { before, after }: { before: WebhookDoc | null; after: WebhookDoc },
): Promise<void> {
  const had = typesFor(before)
  for (const type of typesFor(after).filter((type) => !had.includes(type))) {
    const others = { _id: { $ne: after._id }, serviceId: after.serviceId, state: 'enabled', events: type } as const
    const options = { session: tx, maxTimeMS: readBudgetMs }
    const count = await webhookModel.in(deps.db).countDocuments(others, options)
    if (count < limits.webhooksPerEvent) continue
    const message = `${type} goes to ${count} webhooks already, and ${limits.webhooksPerEvent} is the most: disable one, or choose other events`
    throw AppError.of('too_many_webhooks', { message })
  }
}

import { hourMs } from '@inlet/contract'
import type { ClientSession, Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type WebhookDoc, webhookModel } from './webhook-model.ts'

/** How the webhooks of all services fare. */
interface WebhookSummary {
  enabled: number
  /** Enabled ones of which nothing has succeeded for an hour or longer, though it was tried. */
  failing: number
  /** Disabled by themselves: the receiver answered 410, or nothing succeeded for five days. */
  disabled: number
}

/** Which mails of a service are events for its webhooks: all, those with a code, or none. */
export type ReportedMails = 'all' | 'codes' | 'none'

/** Which of a service's mails are reported to its enabled webhooks. */
export async function reportedMails(deps: Deps, serviceId: string): Promise<ReportedMails> {
  const wanted = { serviceId, state: 'enabled', events: 'message.received' } as const
  const found = await webhookModel
    .in(deps.db)
    .find(wanted, { projection: { filterOtpOnly: 1 }, maxTimeMS: readBudgetMs })
    .toArray()
  if (found.length === 0) return 'none'
  return found.every(({ filterOtpOnly }) => filterOtpOnly) ? 'codes' : 'all'
}

/** How many webhooks a service has. */
export function countWebhooks(deps: Deps, serviceId: string, tx?: ClientSession): Promise<number> {
  return webhookModel
    .in(deps.db)
    .countDocuments({ serviceId }, { maxTimeMS: readBudgetMs, ...(tx ? { session: tx } : {}) })
}

/** The webhooks with these ids that exist, by id. */
export async function findWebhooks(deps: Deps, ids: string[]): Promise<Map<string, WebhookDoc>> {
  if (ids.length === 0) return new Map()
  const found = await webhookModel
    .in(deps.db)
    .find({ _id: { $in: ids } }, { maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((webhook) => [webhook._id, webhook]))
}

/** Counts the webhooks of all services, for the operator. */
export async function summarizeWebhooks(deps: Deps): Promise<WebhookSummary> {
  const hourAgo = new Date(deps.clock.now().getTime() - hourMs)
  const webhooks = webhookModel.in(deps.db)
  const count = (filter: Filter<WebhookDoc>) => webhooks.countDocuments(filter, { maxTimeMS: readBudgetMs })
  const [enabled, failing, disabled] = await Promise.all([
    count({ state: 'enabled' }),
    count({ state: 'enabled', failingSince: { $lte: hourAgo } }),
    count({ state: 'disabled', disabledReason: { $in: ['gone', 'failing'] } }),
  ])
  return { enabled, failing, disabled }
}

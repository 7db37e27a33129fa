import { dayMs, limits } from '@inlet/contract'
import { systemActor } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { auditedWebhook, type WebhookDoc, webhookModel } from './webhook-model.ts'

const failingMs = limits.webhookFailingDays * dayMs

/** Records that a delivery succeeded: what failed before does not count any more. */
export async function recordWebhookSuccess(deps: Deps, webhookId: string): Promise<void> {
  const changes = { lastSuccessAt: deps.clock.now(), failingSince: null }
  await webhookModel.in(deps.db).updateOne({ _id: webhookId }, { $set: changes })
}

/** Records that a delivery failed, and disables the webhook where nothing succeeded for five days. @returns whether this call disabled it */
export async function recordWebhookFailure(
  deps: Deps,
  webhook: Pick<WebhookDoc, '_id' | 'failingSince'>,
): Promise<boolean> {
  const now = deps.clock.now()
  if (webhook.failingSince === null) {
    await webhookModel.in(deps.db).updateOne({ _id: webhook._id, failingSince: null }, { $set: { failingSince: now } })
    return false
  }
  if (now.getTime() - webhook.failingSince.getTime() < failingMs) return false
  return await disableWebhook(deps, webhook._id, 'failing')
}

/**
 * Disables a webhook by itself, with its audit entry: its receiver answered 410 (`gone`), or nothing succeeded for five days. Its pending
 * deliveries wait. @returns false where it is disabled already, was deleted, or has succeeded meanwhile
 */
export async function disableWebhook(deps: Deps, id: string, reason: 'gone' | 'failing'): Promise<boolean> {
  const longAgo = new Date(deps.clock.now().getTime() - failingMs)
  const isStillFailing = reason === 'failing' ? { failingSince: { $lte: longAgo } } : {}
  const disabled = { $set: { state: 'disabled', disabledReason: reason } } as const
  return await inTransaction(deps.db, async (tx) => {
    const webhook = await webhookModel
      .in(deps.db)
      .findOneAndUpdate({ _id: id, state: 'enabled', ...isStillFailing }, disabled, { session: tx })
    if (!webhook) return false
    const { serviceId } = webhook
    await recordAudit(deps, tx, {
      caller: systemActor,
      serviceId,
      action: 'webhook.disabled',
      target: auditedWebhook(webhook),
      note: reason,
    })
    return true
  })
}

import type { AuditAction } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Deps } from '../deps.ts'
import { auditedWebhook, type WebhookDoc } from './webhook-model.ts'

interface WebhookChange {
  caller: Person
  webhook: WebhookDoc
  action: Extract<AuditAction, `webhook.${string}`>
  note?: string
}

/** Records a change of a webhook or of its deliveries in the audit log, inside the transaction of the change. */
export function recordWebhookChange(deps: Deps, tx: ClientSession, change: WebhookChange): Promise<void> {
  const { webhook, ...facts } = change
  return recordAudit(deps, tx, { ...facts, serviceId: webhook.serviceId, target: auditedWebhook(webhook) })
}

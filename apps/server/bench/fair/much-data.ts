import type { DeliveryDoc, Deps } from '@inlet/core'
import { storeWebhook } from '../../test/support/stored-webhook.ts'

const rows = 100_000
const batchSize = 5_000
const payload = JSON.stringify({ type: 'message.received', data: 'x'.repeat(900) })

/** Gives a service many changes in its audit log, and a webhook with many deliveries. @returns the webhook's id */
export async function storeMuchData(deps: Deps, serviceId: string): Promise<string> {
  const webhookId = await storeWebhook(deps, { serviceId, url: 'https://b.example/', state: 'disabled' })
  for (let stored = 0; stored < rows; stored += batchSize) {
    const batch = Array.from({ length: batchSize }, () => deps.newId())
    await deps.db.collection<{ _id: string }>('auditLog').insertMany(batch.map((id) => auditEntry(id, serviceId)))
    await deps.db
      .collection<DeliveryDoc>('deliveries')
      .insertMany(batch.map((id) => succeededDelivery(id, { serviceId, webhookId })))
  }
  return webhookId
}

const auditEntry = (id: string, serviceId: string) => ({
  _id: id,
  serviceId,
  actor: { kind: 'user', id: 'bench', name: 'ada@people.example' },
  action: 'service.changed',
  target: { kind: 'service', id: serviceId, name: 'bench' },
  note: 'theme light → dark',
  ip: null,
  requestId: 'bench',
  at: new Date(),
})

function succeededDelivery(id: string, of: Pick<DeliveryDoc, 'serviceId' | 'webhookId'>): DeliveryDoc {
  const at = new Date()
  return {
    ...of,
    _id: id,
    eventType: 'message.received',
    isLive: true,
    payload,
    state: 'succeeded',
    dueAt: at,
    claimId: null,
    attemptCount: 1,
    failedInRow: 0,
    attempts: [{ at, durationMs: 5, status: 204, error: null, responseBody: '' }],
    lastStatus: 204,
    createdAt: at,
    completedAt: at,
  }
}

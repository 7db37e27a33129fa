import type { EventPayload } from '@inlet/contract'
import { MongoBulkWriteError } from 'mongodb'
import { hasOnlyDuplicates } from '../database/errors.ts'
import type { Deps } from '../deps.ts'
import { deliveryId } from './delivery-id.ts'
import { type DeliveryDoc, deliveryModel } from './delivery-model.ts'

/** The delivery of an event to a webhook, due at once. `eventId` is the event's, from which the delivery's id is made. */
export function newDelivery(
  deps: Deps,
  webhook: { _id: string; serviceId: string },
  event: { eventId: string; payload: EventPayload },
): DeliveryDoc {
  const { eventId, payload } = event
  const now = deps.clock.now()
  return {
    _id: deliveryId(eventId, webhook._id),
    webhookId: webhook._id,
    serviceId: webhook.serviceId,
    eventType: payload.type,
    isLive: payload.livemode,
    payload: JSON.stringify(payload),
    state: 'pending',
    dueAt: now,
    claimId: null,
    attemptCount: 0,
    failedInRow: 0,
    attempts: [],
    lastStatus: null,
    createdAt: now,
    completedAt: null,
  }
}

/** Stores deliveries of events. @returns the ids of those that another dispatch made before */
export async function insertDeliveries(deps: Deps, deliveries: DeliveryDoc[]): Promise<Set<string>> {
  if (deliveries.length === 0) return new Set()
  try {
    await deliveryModel.in(deps.db).insertMany(deliveries, { ordered: false })
    return new Set()
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !hasOnlyDuplicates(error)) throw error
    return new Set([error.writeErrors].flat().flatMap(({ index }) => deliveries[index]?._id ?? []))
  }
}

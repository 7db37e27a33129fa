import { createHash } from 'node:crypto'
import type { EventPayload } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import type { DeliveryDoc } from './delivery-model.ts'

/** Characters of a ULID that hold its time; the other 16 hold 80 bits. */
const timeChars = 10
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The id of an event's delivery to a webhook: the event's time, and 80 bits of a hash over both ids. */
export function deliveryId(eventId: string, webhookId: string): string {
  const digest = createHash('sha256').update(`${eventId} ${webhookId}`).digest()
  const bits = digest.readBigUInt64BE(0) * 65_536n + BigInt(digest.readUInt16BE(8))
  const chars = Array.from({ length: 16 }, (_, index) =>
    alphabet.charAt(Number((bits >> BigInt(75 - 5 * index)) & 31n)),
  )
  return eventId.slice(0, timeChars) + chars.join('')
}

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

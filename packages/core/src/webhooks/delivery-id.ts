import { createHash } from 'node:crypto'

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

/** The header `webhook-id`, the same in every attempt. */
export const deliveryMessageId = (id: string): string => `msg_${id}`

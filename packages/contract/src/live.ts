import { z } from 'zod'
import { addressListItem } from './addresses.ts'
import { domainChange } from './domains.ts'
import { typesOf } from './events.ts'
import { limits } from './limits.ts'
import { messageListItem } from './messages.ts'
import { textOf, timestampOut, ulid } from './scalars.ts'
import { delivery } from './webhooks.ts'

/** Endpoints: the subscription `live` of the typed path */
export const liveInput = z.object({
  serviceId: ulid,
  lastEventId: textOf({ max: limits.liveEventIdMaxChars }).optional(),
})
export type LiveInput = z.infer<typeof liveInput>

/** `at` is when the database stored the change. */
const at = timestampOut

/**
 * What a live feed reports: the record as lists have it, never a body of a mail; of a domain not its DNS records. `resync` means that changes may have been missed, or that
 * there were too many to name: read again what is shown.
 */
export const liveEvent = z.discriminatedUnion('type', [
  z.object({ type: z.enum(typesOf('live', 'message')), at, data: messageListItem }),
  z.object({ type: z.enum(typesOf('live', 'address')), at, data: addressListItem }),
  z.object({ type: z.enum(typesOf('live', 'delivery')), at, data: delivery }),
  z.object({ type: z.enum(typesOf('live', 'domain')), at, data: domainChange }),
  z.object({ type: z.enum(typesOf('live', 'none')), at, data: z.null() }),
])
export type LiveEvent = z.infer<typeof liveEvent>

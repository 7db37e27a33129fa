import { z } from 'zod'
import { createdAddress } from './addresses.ts'
import { messageListItem } from './messages.ts'
import { timestampOut, ulidOut } from './scalars.ts'

const serviceId = ulidOut
const common = { timestamp: timestampOut, livemode: z.boolean() }
const messageData = messageListItem.extend({ serviceId })

/** The body of a webhook call: what happened, when, and the record without any body of a mail. */
export const eventPayload = z.discriminatedUnion('type', [
  z.object({ type: z.literal('address.created'), ...common, data: createdAddress.extend({ serviceId }) }),
  z.object({ type: z.literal('message.received'), ...common, data: messageData }),
  z.object({ type: z.literal('message.deleted'), ...common, data: messageData }),
])
export type EventPayload = z.infer<typeof eventPayload>

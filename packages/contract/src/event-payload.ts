import { z } from 'zod'
import { createdAddress } from './addresses.ts'
import { typesOf } from './events.ts'
import { messageListItem } from './messages.ts'
import { timestampOut, ulidOut } from './scalars.ts'

const serviceId = ulidOut
const common = { timestamp: timestampOut, livemode: z.boolean() }

/** The body of a webhook call: what happened, when, and the record without any body of a mail. */
export const eventPayload = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(typesOf('webhook', 'address')),
    ...common,
    data: createdAddress.extend({ serviceId }),
  }),
  z.object({
    type: z.enum(typesOf('webhook', 'message')),
    ...common,
    data: messageListItem.extend({ serviceId }),
  }),
])
export type EventPayload = z.infer<typeof eventPayload>

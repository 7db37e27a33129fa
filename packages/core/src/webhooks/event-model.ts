import { daySeconds, type EventPayload, webhookEvents } from '@inlet/contract'
import { z } from 'zod'
import { date, stored } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** Days that an event is kept, the same as a delivery. */
const keptDays = 30

/** The type of an event with the `data` of its payload. */
type ContentOf<Payload> = Payload extends EventPayload ? Pick<Payload, 'type' | 'data'> : never

/** An event without what is set when it is stored. */
export type NewEvent = ContentOf<EventPayload> & { serviceId: string; isLive: boolean }

/** An event for webhooks, written in the transaction of the change that it reports. */
export type EventDoc = NewEvent & {
  /** For `message.received` the message's own: however it is dispatched, its deliveries have the same ids. */
  _id: string
  createdAt: Date
  /** Set until its deliveries are made. */
  isPending?: true
}

const eventDoc = z.object({
  _id: z.string(),
  serviceId: z.string(),
  isLive: z.boolean(),
  type: z.enum(webhookEvents),
  data: stored('object'),
  createdAt: date,
  isPending: z.literal(true).optional(),
})

/** What is still to be dispatched, of each service oldest first. */
export const pendingEventIndex = { isPending: 1, serviceId: 1, _id: 1 } as const

/** The collection of events. */
export const eventModel = defineModel<EventDoc>({
  document: eventDoc,
  name: 'events',
  shardKey: {
    key: { serviceId: 'hashed' },
    reason:
      'They are dispatched by service. An id is unique in the cluster too: it is new, or that of a message of the same service.',
  },
  indexes: [
    { key: { createdAt: 1 }, expireAfterSeconds: keptDays * daySeconds },
    // Those of a deleted service.
    { key: { serviceId: 1 } },
    // The few events without deliveries, of each service oldest first.
    { key: pendingEventIndex, partialFilterExpression: { isPending: true } },
  ],
})

import { daySeconds, type EventPayload } from '@inlet/contract'
import { defineModel } from '../database/model.ts'

/** Days that an event is kept, the same as a delivery. */
const keptDays = 30

type EventType = EventPayload['type']

/** The type of an event with the `data` of its payload. */
type EventContent = { [Type in EventType]: Pick<Extract<EventPayload, { type: Type }>, 'type' | 'data'> }[EventType]

/** An event without what is set when it is stored. */
export type NewEvent = EventContent & { serviceId: string; isLive: boolean }

/** An event for webhooks, written in the transaction of the change that it reports. */
export type EventDoc = NewEvent & { _id: string; createdAt: Date }

/** The collection of events. */
export const eventModel = defineModel<EventDoc>({
  name: 'events',
  indexes: [{ key: { createdAt: 1 }, expireAfterSeconds: keptDays * daySeconds }],
})

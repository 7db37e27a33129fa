import { defineModel } from '../database/model.ts'

/** Days that an event is kept, the same as a delivery. */
const keptDays = 30

/** Something that happened and that subscribers may hear of, written in the transaction of what it reports. */
export interface EventDoc {
  _id: string
  type: 'address.created' | 'message.received' | 'message.deleted'
  serviceId: string
  isLive: boolean
  createdAt: Date
  /** The event's `data` as it goes out. */
  data: Record<string, unknown>
}

/** The collection of events. */
export const eventModel = defineModel<EventDoc>({
  name: 'events',
  indexes: [{ key: { createdAt: 1 }, expireAfterSeconds: keptDays * 86_400 }],
})

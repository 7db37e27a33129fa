import type { Inserted } from '../feed-events/change.ts'
import { type EventDoc, eventModel } from './event-model.ts'

/** A deletion of a message. Other events have changes of their own in what they are about. */
export type EventChange = Inserted<'events.insert', Pick<EventDoc & { type: 'message.deleted' }, 'serviceId' | 'data'>>

/** The events that live feeds report too, and which of their fields. */
export const watchedEvents = {
  fields: ['serviceId', 'data'],
  filters: [{ 'ns.coll': eventModel.name, operationType: 'insert', 'fullDocument.type': 'message.deleted' }],
}

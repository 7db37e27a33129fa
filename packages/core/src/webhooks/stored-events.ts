import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { Inserted } from '../feed-events/change.ts'
import { countRemoved } from '../sweep-orders/service-sweep-progress.ts'
import { type EventDoc, eventModel, type NewEvent } from './event-model.ts'

const stepSize = 500

/** Writes an event inside the transaction of the change that it reports, so that neither exists without the other. */
export async function recordEvent(deps: Deps, tx: ClientSession, event: NewEvent): Promise<void> {
  const id = event.type === 'message.received' ? event.data.id : deps.newId()
  const stored = { ...event, _id: id, createdAt: deps.clock.now(), isPending: true } as const
  await eventModel.in(deps.db).insertOne(stored, { session: tx })
}

/** Deletes up to 500 events of a deleted service. @returns whether it has none left */
export async function deleteEventsOfService(deps: Deps, serviceId: string): Promise<boolean> {
  const events = eventModel.in(deps.db)
  const options = { projection: { _id: 1 }, limit: stepSize, maxTimeMS: readBudgetMs } as const
  const found = await events.find({ serviceId }, options).toArray()
  if (found.length === 0) return true

  const ids = { _id: { $in: found.map(({ _id }) => _id) }, serviceId }
  await inTransaction(deps.db, async (tx) => {
    const { deletedCount } = await events.deleteMany(ids, { session: tx })
    await countRemoved(deps, tx, { serviceId, events: deletedCount })
  })
  return found.length < stepSize
}

/** A deletion of a message. Other events have changes of their own in what they are about. */
export type EventChange = Inserted<'events.insert', Pick<EventDoc & { type: 'message.deleted' }, 'serviceId' | 'data'>>

/** The events that live feeds report too, and which of their fields. */
export const watchedEvents = {
  fields: ['serviceId', 'data'],
  filters: [{ 'ns.coll': eventModel.name, operationType: 'insert', 'fullDocument.type': 'message.deleted' }],
}

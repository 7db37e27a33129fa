import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type EventDoc, eventModel } from './event-model.ts'

/** Writes an event inside the transaction of what it reports, so that neither can be without the other. */
export async function recordEvent(
  deps: Deps,
  tx: ClientSession,
  event: Omit<EventDoc, '_id' | 'createdAt'>,
): Promise<void> {
  await eventModel.in(deps.db).insertOne({ ...event, _id: deps.newId(), createdAt: deps.clock.now() }, { session: tx })
}

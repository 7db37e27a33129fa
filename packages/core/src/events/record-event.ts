import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { eventModel, type NewEvent } from './event-model.ts'

/** Writes an event inside the transaction of the change that it reports, so that neither exists without the other. */
export async function recordEvent(deps: Deps, tx: ClientSession, event: NewEvent): Promise<void> {
  await eventModel.in(deps.db).insertOne({ ...event, _id: deps.newId(), createdAt: deps.clock.now() }, { session: tx })
}

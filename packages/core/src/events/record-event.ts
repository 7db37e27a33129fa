import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { eventModel, type NewEvent } from './event-model.ts'

/** Writes an event inside the transaction of the change that it reports, so that neither exists without the other. */
export async function recordEvent(deps: Deps, tx: ClientSession, event: NewEvent): Promise<void> {
  const id = event.type === 'message.received' ? event.data.id : deps.newId()
  const stored = { ...event, _id: id, createdAt: deps.clock.now(), isPending: true } as const
  await eventModel.in(deps.db).insertOne(stored, { session: tx })
}

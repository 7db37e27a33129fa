import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type FeedContent, feedEventModel } from './feed-event-model.ts'

/** What was written for live feeds alone, and which of its fields. */
export const watchedFeedEvents = {
  fields: ['content'],
  filters: [{ 'ns.coll': feedEventModel.name, operationType: 'insert' }],
}

/** Writes what live feeds are to report in the transaction of the change, where they can read it from no other document. */
export async function recordFeedEvent(
  deps: Deps,
  tx: ClientSession,
  { serviceId, content }: { serviceId: string; content: FeedContent },
): Promise<void> {
  const stored = { _id: deps.newId(), serviceId, content, createdAt: deps.clock.now() }
  await feedEventModel.in(deps.db).insertOne(stored, { session: tx })
}

/** Deletes what was written for live feeds of a deleted service: few documents, of two hours. @returns that it has none left */
export async function deleteFeedEventsOfService(deps: Deps, serviceId: string): Promise<boolean> {
  await feedEventModel.in(deps.db).deleteMany({ serviceId })
  return true
}

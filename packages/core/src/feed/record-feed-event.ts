import type { ClientSession } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type FeedContent, feedEventModel } from './feed-event-model.ts'

/** Writes what live feeds are to report in the transaction of the change, where they can read it from no other document. */
export async function recordFeedEvent(
  deps: Deps,
  tx: ClientSession,
  { serviceId, content }: { serviceId: string; content: FeedContent },
): Promise<void> {
  const stored = { _id: deps.newId(), serviceId, content, createdAt: deps.clock.now() }
  await feedEventModel.in(deps.db).insertOne(stored, { session: tx })
}

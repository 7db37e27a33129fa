import type { Db } from 'mongodb'
import type { BenchInbox } from './make-inboxes.ts'

/** An inbox and, of a busy one, the ids of its messages, newest first. */
export interface KnownInbox extends BenchInbox {
  messageIds: string[]
}

/** Looks up what is in the busy inboxes, from the index alone. */
export async function learnInboxes(db: Db, inboxes: BenchInbox[]): Promise<KnownInbox[]> {
  const known: KnownInbox[] = []
  for (const inbox of inboxes) known.push({ ...inbox, messageIds: inbox.isBusy ? await idsIn(db, inbox) : [] })
  return known
}

async function idsIn(db: Db, { recipient: { addressId } }: BenchInbox): Promise<string[]> {
  const found = await db
    .collection<{ _id: string }>('messages')
    .find({ addressId }, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .toArray()
  return found.map(({ _id }) => _id)
}

import { randomInt } from 'node:crypto'
import type { Db } from 'mongodb'
import type { BenchInbox } from './make-inboxes.ts'

/** So many of an inbox are its newest: half of what a busy inbox has at the smallest size. */
const newestMails = 25

/** An inbox and, of a busy one, the ids of its messages: all, newest first; and, in any order, what nobody has read of the newest and of all others. */
export interface KnownInbox extends BenchInbox {
  messageIds: string[]
  unreadNewest: string[]
  unreadOlder: string[]
}

/** Looks up what is in the busy inboxes, from the index alone. */
export async function learnInboxes(db: Db, inboxes: BenchInbox[]): Promise<KnownInbox[]> {
  const known: KnownInbox[] = []
  for (const inbox of inboxes) {
    const messageIds = inbox.isBusy ? await idsIn(db, inbox) : []
    const unreadNewest = shuffled(messageIds.slice(0, newestMails))
    const unreadOlder = shuffled(messageIds.slice(newestMails))
    known.push({ ...inbox, messageIds, unreadNewest, unreadOlder })
  }
  return known
}

function shuffled(ids: string[]): string[] {
  return ids
    .map((id) => ({ id, place: randomInt(1 << 30) }))
    .sort((a, b) => a.place - b.place)
    .map(({ id }) => id)
}

async function idsIn(db: Db, { recipient: { addressId } }: BenchInbox): Promise<string[]> {
  const found = await db
    .collection<{ _id: string }>('messages')
    .find({ addressId }, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .toArray()
  return found.map(({ _id }) => _id)
}

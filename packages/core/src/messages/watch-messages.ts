import type { ChangeStream, ChangeStreamDocument } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type MessageDoc, messageModel } from './message-model.ts'

/**
 * Opens the stream of messages as they commit, whichever process received them; an event carries no more than the address id and `receivedAt`.
 * Every open stream costs the database part of every write: open one a process, and only while somebody waits.
 */
export function watchMessages(deps: Deps): ChangeStream<MessageDoc, ChangeStreamDocument<MessageDoc>> {
  return messageModel
    .in(deps.db)
    .watch<MessageDoc, ChangeStreamDocument<MessageDoc>>(
      [
        { $match: { operationType: 'insert' } },
        { $project: { operationType: 1, 'fullDocument.addressId': 1, 'fullDocument.receivedAt': 1 } },
      ],
      { maxAwaitTimeMS: 1_000 },
    )
}

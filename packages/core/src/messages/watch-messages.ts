import type { ChangeStream, ChangeStreamDocument } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type MessageDoc, messageModel } from './message-model.ts'
import { unpackSummary } from './message-summary.ts'

/**
 * Opens the stream of messages as they commit, whichever process received them; `arrivalOf` reads its events.
 * Every open stream costs the database part of every write: open one a process, and only while somebody waits.
 */
export function watchMessages(deps: Deps): ChangeStream<MessageDoc, ChangeStreamDocument<MessageDoc>> {
  return messageModel
    .in(deps.db)
    .watch<MessageDoc, ChangeStreamDocument<MessageDoc>>(
      [
        { $match: { operationType: 'insert' } },
        { $project: { operationType: 1, 'fullDocument.summary': 1, 'fullDocument.receivedAt': 1 } },
      ],
      { maxAwaitTimeMS: 1_000 },
    )
}

/** A message that has committed: in which inbox, by its full address, which there may not have been before, and when it was received. */
export interface Arrival {
  fullAddress: string
  receivedAt: Date
}

/** What an event of `watchMessages` says; null for one that is none of its own. */
export function arrivalOf(change: ChangeStreamDocument<MessageDoc>): Arrival | null {
  if (change.operationType !== 'insert') return null
  const { summary, receivedAt } = change.fullDocument
  return { fullAddress: inboxOf(unpackSummary(summary).toAddr), receivedAt }
}

/** An envelope recipient, folded, without its detail. */
function inboxOf(toAddr: string): string {
  const at = toAddr.lastIndexOf('@')
  const plus = toAddr.indexOf('+')
  return plus === -1 || plus > at ? toAddr : toAddr.slice(0, plus) + toAddr.slice(at)
}

import type { ChangeStream, ChangeStreamDocument } from 'mongodb'
import { decodeTime } from 'ulid'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { positionAt } from '../paging/position-at.ts'
import { inboxIndex, type MessageDoc, messageModel } from './message-model.ts'
import { unpackSummary } from './message-shapes.ts'

/** The position `ms` before a message id. Ids of different processes may sort either way within the difference of their clocks. */
export function positionBefore(id: string, ms: number): string {
  return positionAt(new Date(decodeTime(id) - ms))
}

/** The newest message stored for an address, or null. */
export function newestMessage(deps: Deps, addressId: string): Promise<Pick<MessageDoc, '_id' | 'receivedAt'> | null> {
  const projection = { receivedAt: 1 }
  return messageModel
    .in(deps.db)
    .findOne({ addressId }, { sort: { _id: -1 }, projection, hint: inboxIndex, maxTimeMS: readBudgetMs })
}

/**
 * Opens a change stream of messages as they are committed by any process; `arrivalOf` reads its events. An open stream slows every
 * write of the database: open one for each process, and only while a call waits.
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

/** A committed message: the full address of its inbox, which this message may have created, and when it was received. */
export interface Arrival {
  fullAddress: string
  receivedAt: Date
}

/** Reads an event of `watchMessages`; null for any other than an insert. */
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

import { MongoServerError } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type FeedChange, type FeedEvent, openFeedStream, positionOf, toFeedEvents } from './feed-changes.ts'
import { hasReadUpTo, replayStart } from './feed-position.ts'

/** With more changes than these, or a search that takes longer, the client reads anew, which costs less. */
const maxChanges = 2_000
const budgetMs = 10_000

/** The oplog does not go back that far. */
const historyLostCode = 286

interface Missed {
  serviceId: string
  /** The last position that the client has. */
  after: string
  /** Where the stream is from which later changes come. */
  upTo: string
  /** Where that stream began. */
  start: string
}

/**
 * Reads from the oplog what a feed has missed, oldest first. Null where that is unknown: the position is none of the last hour, the oplog
 * does not go back to it, or there is too much in between.
 */
export async function readMissed(deps: Deps, { serviceId, after, upTo, start }: Missed): Promise<FeedEvent[] | null> {
  const startAtOperationTime = replayStart(after, upTo)
  if (!startAtOperationTime) return null
  if (after >= upTo) return []

  const stream = openFeedStream(deps, { startAtOperationTime, maxAwaitTimeMS: 50 }, serviceId)
  const endsAt = performance.now() + budgetMs
  const changes: FeedChange[] = []
  try {
    for (;;) {
      const change = await stream.tryNext()
      const position = change ? change._id._data : positionOf(stream.resumeToken)
      if (change && position > after && position <= upTo) changes.push(change)
      const isAll = change ? position >= upTo : hasReadUpTo(position, { upTo, start })
      if (isAll) return await toFeedEvents(deps, changes, (id) => id === serviceId)
      if (changes.length >= maxChanges || performance.now() > endsAt) return null
    }
  } catch (error) {
    if (error instanceof MongoServerError && error.code === historyLostCode) return null
    throw error
  } finally {
    await stream.close()
  }
}

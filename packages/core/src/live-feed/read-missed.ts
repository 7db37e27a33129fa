import { MongoServerError } from 'mongodb'
import type { Deps } from '../deps.ts'
import { type FeedChange, type FeedEvent, openFeedStream, positionOf, toFeedEvents } from './feed-changes.ts'
import { hasReadUpTo, replayStart } from './feed-position.ts'

/** With more changes than these the client reads anew, which costs less. */
const maxChanges = 2_000

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
 * does not go back to it, there is too much in between, or `signal` ends the reading.
 */
export async function readMissed(deps: Deps, missed: Missed, signal: AbortSignal): Promise<FeedEvent[] | null> {
  const { serviceId, after, upTo, start } = missed
  const startAtOperationTime = replayStart(after, upTo)
  if (!startAtOperationTime) return null
  if (after >= upTo) return []

  if (signal.aborted) return null
  // With a first batch the database would read the oplog before there is a cursor, with which reading ends.
  const options = { startAtOperationTime, maxAwaitTimeMS: 50, cursor: { batchSize: 0 } }
  const stream = openFeedStream(deps, options, serviceId)
  endWith(signal, stream)
  const changes: FeedChange[] = []
  try {
    for (;;) {
      const change = await stream.tryNext()
      const position = change ? change._id._data : positionOf(stream.resumeToken)
      if (change && position > after && position <= upTo) changes.push(change)
      const isAll = change ? position >= upTo : hasReadUpTo(position, { upTo, start })
      if (isAll) return await toFeedEvents(deps, changes, (id) => id === serviceId)
      if (changes.length >= maxChanges) return null
    }
  } catch (error) {
    if (signal.aborted || (error instanceof MongoServerError && error.code === historyLostCode)) return null
    throw error
  } finally {
    await stream.close()
  }
}

/** Ends a stream with the signal, at the earliest when it has its cursor: without one, the database would keep it. */
function endWith(signal: AbortSignal, stream: ReturnType<typeof openFeedStream>): void {
  const close = () => void stream.close()
  stream.once('resumeTokenChanged', () => {
    if (signal.aborted) setImmediate(close)
    else signal.addEventListener('abort', close)
  })
}

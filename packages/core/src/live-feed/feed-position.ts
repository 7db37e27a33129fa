import { limits } from '@inlet/contract'
import { Timestamp } from 'mongodb'

/**
 * The resume token of a change: `82`, the time of its commit as seconds and counter, and what tells it from others of that moment. As texts
 * they sort in the order of the changes (MongoDB's manual, "Resume Tokens").
 */
const positionPattern = /^82([0-9A-F]{8})([0-9A-F]{8})[0-9A-F]*$/

/** By how much another process may be ahead of this one. */
const aheadSeconds = 60

/** The time in the database at a position; null for a text that is none. */
function operationTimeOf(position: string): Timestamp | null {
  const [, seconds, counter] = positionPattern.exec(position) ?? []
  if (seconds === undefined || counter === undefined) return null
  return new Timestamp({ t: Number.parseInt(seconds, 16), i: Number.parseInt(counter, 16) })
}

/** Where to begin to read what a feed that was at the position `after` has missed; null where that is none of the last hour. */
export function replayStart(after: string, now: string): Timestamp | null {
  const start = operationTimeOf(after)
  const end = operationTimeOf(now)
  if (!start || !end) return null
  const age = end.t - start.t
  return age > limits.liveFeedReplaySeconds || age < -aheadSeconds ? null : start
}

/**
 * Whether a stream that found nothing more at `position` has read what another one had read that is at `upTo`, having begun at `start`. Their
 * positions may differ: a change that a stream leaves out is after where that stream then is, and a stream begins one tick after the newest
 * entry, where none may be for ten seconds.
 */
export function hasReadUpTo(position: string, { upTo, start }: { upTo: string; start: string }): boolean {
  const read = operationTimeOf(position)
  const wanted = operationTimeOf(upTo)
  if (!read || !wanted) return false
  return read.greaterThanOrEqual(upTo === start ? wanted.subtract(1) : wanted)
}

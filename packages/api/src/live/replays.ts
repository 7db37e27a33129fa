import { createFairTurns, TurnTimeout } from '@inlet/threads'

/** Each one reads a part of the oplog; their total is what delays the database. */
const replaysAtOnce = 4
/** One that had no turn by then, or is not done, reads its lists anew. */
const replayMs = 1_000

/** Reads what a feed has missed, until the signal ends that: then null. */
type Read<Missed> = (signal: AbortSignal) => Promise<Missed | null>

/** Runs the replay of a user's feed; null where it did not get its turn in time. */
export type RunReplay = <Missed>(userId: string, read: Read<Missed>) => Promise<Missed | null>

/** The turns of a process's replays: each user has one at a time, so that many of one user delay nobody else. */
export function replayTurns(): RunReplay {
  const turns = createFairTurns({ perKey: 1, total: replaysAtOnce })
  return async (userId, read) => {
    const end = new AbortController()
    const timer = setTimeout(() => end.abort(), replayMs)
    try {
      return await turns.run({ key: userId, maxWaitMs: replayMs }, () => read(end.signal))
    } catch (error) {
      if (error instanceof TurnTimeout) return null
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
}

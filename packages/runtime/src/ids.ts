import { randomFillSync } from 'node:crypto'
import { monotonicFactory, ulid } from 'ulid'

interface Clock {
  now(): Date
}

const pool = new Uint8Array(8192)
let used = pool.length

/** A fraction in [0, 1) from the system's random source, fetched many bytes at a time: a call a character is 40 times slower. */
function randomFraction(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const byte = pool[used] ?? 0
  used += 1
  return byte / 256
}

/** Makes ULIDs: `newId` is plainly random behind its time, `newMessageId` grows with every call, also within one millisecond. */
export function idSource(clock: Clock): { newId: () => string; newMessageId: () => string } {
  const nowMs = () => clock.now().getTime()
  const monotonic = monotonicFactory(randomFraction)
  return { newId: () => ulid(nowMs(), randomFraction), newMessageId: () => monotonic(nowMs()) }
}

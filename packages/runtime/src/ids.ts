import { randomFillSync } from 'node:crypto'
import { monotonicFactory, ulid } from 'ulid'

interface Clock {
  now(): Date
}

/**
 * Makes ULIDs from the clock's time: `newId` is random behind the time, `newMessageId` grows with every call, also within one
 * millisecond.
 */
export function idSource(clock: Clock): { newId: () => string; newMessageId: () => string } {
  const nowMs = () => clock.now().getTime()
  const randomFraction = randomFractions()
  const monotonic = monotonicFactory(randomFraction)
  return { newId: () => ulid(nowMs(), randomFraction), newMessageId: () => monotonic(nowMs()) }
}

/** Makes fractions in [0, 1) from the system's random source, which is read many bytes at a time: a call per character is 40 times slower. */
function randomFractions(): () => number {
  const pool = new Uint8Array(8192)
  let used = pool.length
  return () => {
    if (used === pool.length) {
      randomFillSync(pool)
      used = 0
    }
    const byte = pool[used] ?? 0
    used += 1
    return byte / 256
  }
}

/** A clock that runs like the real one and can be moved forward. */
export interface TestClock {
  now(): Date
  advance(ms: number): void
}

/** Makes a clock that starts now. */
export function testClock(): TestClock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms
    },
  }
}

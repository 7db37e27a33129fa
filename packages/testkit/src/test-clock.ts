/** A clock that runs like the real one and can be moved forward. */
export interface TestClock {
  now(): Date
  advance(ms: number): void
}

/** Makes a clock that starts now, or at another time. */
export function testClock(at?: Date): TestClock {
  let aheadMs = at ? at.getTime() - Date.now() : 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance(ms) {
      aheadMs += ms
    },
  }
}

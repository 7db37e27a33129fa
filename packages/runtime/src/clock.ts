/** The real clock. */
export const systemClock = { now: () => new Date() }

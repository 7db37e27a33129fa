import { encodeTime } from 'ulid'

const lowestRandom = '0'.repeat(16)

/** The lowest id of a moment: every record of that moment or later is at or above it, since its id is generated then. */
export const positionAt = (moment: Date): string => encodeTime(Math.max(0, moment.getTime())) + lowestRandom

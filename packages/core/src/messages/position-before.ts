import { decodeTime, encodeTime } from 'ulid'

const lowestRandom = '0'.repeat(16)

/** The position that a moment has among message ids: every message received later is above it, since ids are minted after that. */
export const positionAt = (moment: Date): string => encodeTime(Math.max(0, moment.getTime())) + lowestRandom

/** The position `ms` before a message id: ids of several processes that commit within their clocks' difference may sort either way. */
export function positionBefore(id: string, ms: number): string {
  return encodeTime(Math.max(0, decodeTime(id) - ms)) + lowestRandom
}

import { LRUCache } from 'lru-cache'
import type { AddressDoc } from '../addresses/address-model.ts'
import { positionAt } from './message-position.ts'

/** The fields of an address that its count of messages depends on. */
export type CountedAddress = Pick<AddressDoc, '_id' | 'clearedBefore' | 'deletions' | 'lastMessageAt'>

/**
 * How many messages an address has up to an id below which no message will be added. Valid as long as the address has the same
 * `clearedBefore` and `deletions`, and none of the messages has expired.
 */
export interface RememberedCount {
  count: number
  upTo: string
  /** When the first of these messages expires; null where there are none. */
  validUntil: Date | null
  countedAt: Date
  clearedBefore: string | undefined
  deletions: number | undefined
}

/** The counts that a process remembers, by address id. */
export type MessageCountCache = LRUCache<string, RememberedCount>

/** Longer than a write may take after its ids were generated, and than the clocks of two processes may differ. */
const settleMs = 120_000
/** Counts made in the same minute end at the same id, so that one query finds what came after all of them. */
const stepMs = 60_000
/** A process that was stopped for longer than a write may take can still insert below a count: such a message is missing for this long. */
const maxAgeMs = 600_000
const maxAddresses = 100_000

/** Makes the cache of a process. */
export const messageCountCache = (): MessageCountCache => new LRUCache({ max: maxAddresses })

/** The id up to which messages can be counted now for good: every message that is still to be stored is above it. */
export function countableUpTo(now: Date): string {
  return positionAt(new Date(Math.floor((now.getTime() - settleMs) / stepMs) * stepMs))
}

/** Whether a remembered count is still valid for its address. */
export function isStillValid(remembered: RememberedCount, address: CountedAddress, now: Date): boolean {
  const ageMs = now.getTime() - remembered.countedAt.getTime()
  return (
    remembered.clearedBefore === address.clearedBefore &&
    remembered.deletions === address.deletions &&
    ageMs >= 0 &&
    ageMs < maxAgeMs &&
    (remembered.validUntil === null || remembered.validUntil > now)
  )
}

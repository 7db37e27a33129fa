import { LRUCache } from 'lru-cache'
import type { Db } from 'mongodb'
import { encodeTime } from 'ulid'
import type { AddressDoc } from '../addresses/address-model.ts'

/** An address as a count needs it: what it was cleared up to, and how often a message of it was deleted. */
export type CountedAddress = Pick<AddressDoc, '_id' | 'clearedBefore' | 'deletions' | 'lastMessageAt'>

/**
 * How many messages an address has up to an id that no new message will be below. Still true as long as its address says the same
 * of clearing and deletions and none of the messages has expired.
 */
export interface SettledCount {
  count: number
  upTo: string
  /** When the first of them expires; null where there are none. */
  until: Date | null
  countedAt: Date
  clearedBefore: string | undefined
  deletions: number | undefined
}

/** Longer than a write of ours may take once its ids are minted, and than the clocks of two processes may differ. */
const settleMs = 120_000
/** Counts that are made within it end at the same id, so that what came since is one question. */
const stepMs = 60_000
/** A process that stood still for longer than a write may take can still put a message below a count: it is missing for so long. */
const believedMs = 600_000
const maxAddresses = 100_000
const lowestRandom = '0'.repeat(16)

const countsIn = new WeakMap<Db, LRUCache<string, SettledCount>>()

/** The counts that this process remembers of a database, by address id. */
export function settledCounts(db: Db): LRUCache<string, SettledCount> {
  const counts = countsIn.get(db) ?? new LRUCache<string, SettledCount>({ max: maxAddresses })
  countsIn.set(db, counts)
  return counts
}

/** The id that a count made now may end at: every message that will ever be stored is above it. */
export function settledUpTo(now: Date): string {
  return encodeTime(Math.floor((now.getTime() - settleMs) / stepMs) * stepMs) + lowestRandom
}

/** Whether a count still holds for its address. */
export function stillHolds(settled: SettledCount, address: CountedAddress, now: Date): boolean {
  const ageMs = now.getTime() - settled.countedAt.getTime()
  return (
    settled.clearedBefore === address.clearedBefore &&
    settled.deletions === address.deletions &&
    ageMs >= 0 &&
    ageMs < believedMs &&
    (settled.until === null || settled.until > now)
  )
}

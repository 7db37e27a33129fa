import type { Db } from 'mongodb'
import { type AddressLookups, addressLookups } from './addresses/address-memory.ts'
import { concurrencyLimit, type RunLimited } from './concurrency-limit.ts'
import { type SharedCalls, sharedCalls } from './database/shared-calls.ts'
import {
  type MessageCountCache,
  type MessageLookups,
  messageCountCache,
  messageLookups,
} from './messages/message-memory.ts'
import type { ListRow } from './messages/message-shapes.ts'
import { type SearchQueue, searchQueue } from './paging/search-queue.ts'
import { type UsageMemory, usageMemory } from './usage/usage-memory.ts'

/** What a process shares between calls on one pool of connections. All of it can be lost at any moment. */
export interface ProcessMemory {
  /** Look-ups that simultaneous calls share. */
  lookups: AddressLookups & MessageLookups
  /** Pages of messages that simultaneous readers share. */
  messagePages: SharedCalls<ListRow[]>
  messageCounts: MessageCountCache
  /** Counts of a service's addresses that simultaneous calls share. */
  addressCounts: SharedCalls<number | null>
  /** Limits simultaneous writes of large parts: many at once would only delay all other writes. */
  largeWrites: RunLimited
  /** Limits simultaneous checks of visitors' passwords. */
  passwordChecks: RunLimited
  /** Limits simultaneous hashing of new ones: apart from the checks, of which strangers may cause as many as they like. */
  passwordHashes: RunLimited
  /** Every search of the process waits in it. */
  searchQueue: SearchQueue
  /** What is not counted in the database yet. */
  usage: UsageMemory
}

const largeWritesAtOnce = 2
// Three of the thread pool's four threads together, so that files and DNS names are still read meanwhile; 48 MiB at most.
const passwordChecks = { concurrency: 2, maxWaiting: 64 }
const passwordHashes = { concurrency: 1, maxWaiting: 64 }

/** What all pools of connections of one process share. */
export type SharedMemory = Pick<ProcessMemory, 'searchQueue' | 'usage'>

/** Makes the memory for a pool of connections. */
export function processMemory(
  db: Db,
  shared: SharedMemory = { searchQueue: searchQueue(), usage: usageMemory() },
): ProcessMemory {
  return {
    lookups: { ...addressLookups(db), ...messageLookups(db) },
    messagePages: sharedCalls(),
    messageCounts: messageCountCache(),
    addressCounts: sharedCalls(),
    largeWrites: concurrencyLimit({ concurrency: largeWritesAtOnce }),
    passwordChecks: concurrencyLimit(passwordChecks),
    passwordHashes: concurrencyLimit(passwordHashes),
    ...shared,
  }
}

import { dayMs } from '@inlet/contract'
import { createFairTurns, type FairTurns } from '@inlet/threads'
import type { Db } from 'mongodb'
import { passwordChecks, passwordHashes, type RunPasswordCheck, type RunPasswordHash } from './access/password-turns.ts'
import { type RecentMarks, recentMarks } from './access/recent-marks.ts'
import { type AddressLookups, addressLookups } from './addresses/address-memory.ts'
import type { CountedUse } from './addresses/address-quota.ts'
import { type RunWildcardLook, wildcardLooks } from './addresses/wildcard-looks.ts'
import { type UsageMemory, usageMemory } from './billing/usage-memory.ts'
import { type SharedCalls, sharedCalls } from './database/shared-calls.ts'
import { type Lookup, sharedLookup } from './database/shared-lookup.ts'
import { type DomainLookups, domainLookups } from './domains/domain-memory.ts'
import {
  type ListedPages,
  listedPages,
  type MessageCountCache,
  type MessageLookups,
  messageCountCache,
  messageLookups,
} from './messages/message-memory.ts'
import type { PageRows } from './messages/page-rows.ts'
import { type SearchQueue, searchQueue } from './paging/search-queue.ts'
import { findMaker, findServices } from './services/find-services.ts'
import type { ServiceDoc } from './services/service-model.ts'

/** What a process shares between calls on one pool of connections. All of it can be lost at any moment. */
export interface ProcessMemory {
  /** Look-ups that simultaneous calls share. */
  lookups: AddressLookups & DomainLookups & MessageLookups & { service: Lookup<ServiceDoc> }
  /** Every look for the addresses of a wildcard’s host waits in it: anybody can name any number of hosts. */
  wildcardLooks: RunWildcardLook
  /** Pages of messages that simultaneous readers share. */
  messagePages: SharedCalls<PageRows>
  /** Pages of messages as they were listed. */
  listedPages: ListedPages
  messageCounts: MessageCountCache
  /** Counts of a service's addresses that simultaneous calls share. */
  addressCounts: SharedCalls<CountedUse>
  /** Calls that make addresses which a plan counts: many of one service at once would only write its count again and again. */
  countedInserts: FairTurns
  /** Limits simultaneous writes of large parts: many at once would only delay all other writes. */
  largeWrites: FairTurns
  /** Every check of a visitor's password waits for its turn in it. */
  passwordChecks: RunPasswordCheck
  /** So does the hashing of every new one. */
  passwordHashes: RunPasswordHash
  /** Right passwords with their stored hashes, so that the next call with one costs no scrypt. */
  shownPasswords: RecentMarks
  /** Clients with the stored hashes of the passwords that they had right: strangers cannot use up their guesses. */
  knownVisitors: RecentMarks
  /** Every search of the process waits in it. */
  searchQueue: SearchQueue
  /** What is not counted in the database yet. */
  usage: UsageMemory
}

const countedInsertsAtOnce = 4
const largeWritesAtOnce = 2
const shownPasswordsKeptMs = 60_000
const knownVisitorsKeptMs = dayMs

/** What all pools of connections of one process share. */
export type SharedMemory = Pick<ProcessMemory, 'searchQueue' | 'usage'>

/** Makes the memory for a pool of connections. */
export function processMemory(
  db: Db,
  shared: SharedMemory = {
    searchQueue: searchQueue({ makerOf: (serviceId) => findMaker({ db }, serviceId) }),
    usage: usageMemory(),
  },
): ProcessMemory {
  return {
    lookups: {
      ...addressLookups(db),
      ...domainLookups(db),
      ...messageLookups(db),
      service: sharedLookup((ids) => findServices({ db }, ids)),
    },
    wildcardLooks: wildcardLooks(),
    messagePages: sharedCalls(),
    listedPages: listedPages(),
    messageCounts: messageCountCache(),
    addressCounts: sharedCalls(),
    countedInserts: createFairTurns({ perKey: countedInsertsAtOnce, total: Number.POSITIVE_INFINITY }),
    largeWrites: createFairTurns({ perKey: largeWritesAtOnce, total: largeWritesAtOnce }),
    passwordChecks: passwordChecks(),
    passwordHashes: passwordHashes(),
    shownPasswords: recentMarks(shownPasswordsKeptMs),
    knownVisitors: recentMarks(knownVisitorsKeptMs),
    ...shared,
  }
}

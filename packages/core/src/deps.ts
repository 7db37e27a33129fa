import type { Db } from 'mongodb'
import type { SearchQueue } from './paging/search-turns.ts'

/** Where the time comes from; tests put their own in its place. */
export interface Clock {
  now(): Date
}

/** What every use-case is given; made once, when the program is assembled. */
export interface Deps {
  db: Db
  clock: Clock
  /** A new ULID, plainly random behind its time. */
  newId: () => string
  /** A new ULID for a message: monotonic within this process. */
  newMessageId: () => string
  /** Who may search when: every search of the process is among these. */
  searchQueue: SearchQueue
}

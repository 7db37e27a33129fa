import type { Db } from 'mongodb'
import type { PlanCatalogue } from './plans/plan-catalogue.ts'
import type { ProcessMemory } from './process-memory.ts'

/** The source of the current time; tests set their own. */
export interface Clock {
  now(): Date
}

/** The dependencies of every use-case; made once, in `assemble`. */
export interface Deps extends ProcessMemory {
  db: Db
  clock: Clock
  /** The plans that services may have. */
  plans: PlanCatalogue
  /** A new ULID with a random part. */
  newId: () => string
  /** A new ULID for a message: monotonic within this process. */
  newMessageId: () => string
}

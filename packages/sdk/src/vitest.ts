import { test as base } from 'vitest'
import type { Inbox } from './inbox.ts'
import { Inlet } from './inlet.ts'

/** What each test gets. */
export interface InletFixtures {
  /** The client of this worker, with what the environment says. */
  inlet: Inlet
  /** The inbox of a new address. */
  inbox: Inbox
}

let shared: Inlet | undefined

/** Vitest's `test` with the fixtures `inbox` and `inlet`. */
export const test = base.extend<InletFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
  inlet: async ({}, use) => {
    // One for all tests of a process: they share the calls that the server holds for a key.
    shared ??= new Inlet()
    await use(shared)
  },
  inbox: async ({ inlet }, use) => {
    await use(await inlet.createInbox())
  },
})

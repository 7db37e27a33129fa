import { test as base } from 'vitest'
import { type InletFixtures, sharedInlet } from './fixtures.ts'

export type { InletFixtures } from './fixtures.ts'

/** Vitest's `test` with the fixtures `inbox` and `inlet`. */
export const test = base.extend<InletFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
  inlet: async ({}, use) => {
    await use(sharedInlet())
  },
  inbox: async ({ inlet }, use) => {
    await use(await inlet.createInbox())
  },
})

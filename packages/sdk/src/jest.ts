import { test as base } from '@jest/globals'
import { type InletFixtures, sharedInlet } from './fixtures.ts'

export type { InletFixtures } from './fixtures.ts'

/** Defines a test that gets an inbox; `timeoutMs` is Jest's, of the whole test. */
export type DefineTest = (
  name: string,
  body: (fixtures: InletFixtures) => Promise<unknown> | unknown,
  timeoutMs?: number,
) => void

/** Jest's `test`, whose body gets `inbox` and `inlet`, and what of its forms needs no more than that. */
export interface InletTest extends DefineTest {
  only: DefineTest
  skip: DefineTest
  failing: DefineTest
}

/** Jest has no fixtures, and takes the argument of a test for its callback: so each test is one without an argument. */
const withFixtures =
  (define: (name: string, body: () => Promise<void>, timeoutMs?: number) => void): DefineTest =>
  (name, body, timeoutMs) =>
    define(
      name,
      async () => {
        const inlet = sharedInlet()
        await body({ inlet, inbox: await inlet.createInbox() })
      },
      timeoutMs,
    )

/** Jest's `test` with the fixtures `inbox` and `inlet`. */
export const test: InletTest = Object.assign(withFixtures(base), {
  only: withFixtures(base.only),
  skip: withFixtures(base.skip),
  failing: withFixtures(base.failing),
})

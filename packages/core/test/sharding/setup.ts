import { afterAll, expect } from 'vitest'
import { takeUnexpected } from './watch-commands.ts'

// At each test file: what it made the program send that a router could not send to few shards.
afterAll(() => {
  expect(takeUnexpected()).toEqual([])
})

import { expect, test } from 'vitest'
import { startEnvironment, startFlags } from './start-flags.ts'

test('a server that is started without npm gets the flags and the settings of `npm start`', () => {
  expect(startFlags).toContain('--expose-gc')
  expect(startFlags.every((flag) => flag.startsWith('--'))).toBe(true)
  expect(startEnvironment).toMatchObject({ MALLOC_ARENA_MAX: expect.stringMatching(/^\d+$/) })
})

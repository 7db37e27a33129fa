import { expect, test } from 'vitest'
import { firstLoadBytes, firstLoadMaxBytes } from '../support/first-load.ts'

test('the first load of every screen is 220 kB of gzipped script at most', async () => {
  const sizes = Object.entries(await firstLoadBytes())

  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes.filter(([, bytes]) => bytes > firstLoadMaxBytes)).toEqual([])
})

import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { proven } from '../../test/proven-domain.ts'
import { hostLookup } from './host-lookup.ts'

const maxEntries = 50

test('random hosts under a wildcard drive earlier ones out of the cache once it is full, and no domain', async () => {
  await using world = await startCoreWorld()
  await proven(world, world.serviceId, '*.acme.example')
  const loaded: string[] = []
  // Nothing expires, however long the look-ups take.
  const now = world.clock.now()
  const lookUp = hostLookup(
    { ...world.deps, clock: { now: () => now } },
    async ({ _id: id }, hostname) => {
      loaded.push(hostname)
      return { id }
    },
    maxEntries,
  )
  const asked = [world.domain.hostname, 'first.acme.example']
  for (const hostname of [...asked, ...asked]) await lookUp(hostname)
  expect(loaded.splice(0)).toEqual(asked)

  const random = Array.from({ length: maxEntries }, (_, index) => `r${index}.acme.example`)
  for (const hostname of random) await lookUp(hostname)
  expect(loaded.splice(0)).toEqual(random)
  for (const hostname of asked) await lookUp(hostname)

  expect(loaded).toEqual(['first.acme.example'])
})

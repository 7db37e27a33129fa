import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { insertService } from '../services/manage-services.ts'
import { findReceivingByName, findReceivingDomain, findReceivingWildcard } from './find-domains.ts'
import { insertDomain } from './store-domain.ts'

const queryKeys = 500

/** Look-ups that run beside others, of which the test counts those that were answered. */
function counted(lookups: Promise<unknown>[]) {
  let answered = 0
  const all = lookups.map(async (lookup) => {
    await lookup
    answered += 1
  })
  return { answered: () => answered, all: Promise.all(all) }
}

/** A name of 126 labels that no domain lies over. */
const longest = (n: number) => `${'a.'.repeat(124)}x${n.toString(36)}.y`

test('strangers who invent hundreds of names with as many labels as a name can have delay no other domain or wildcard, known or new', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId, domain } = world
  const receiving = { serviceId, state: 'verified' } as const
  const wildcard = await insertDomain(deps, { ...receiving, hostname: '*.wild.example' })
  const fresh = await insertDomain(deps, { ...receiving, hostname: 'fresh.example' })
  await findReceivingDomain(deps, domain.hostname)

  const hosts = Array.from({ length: 200 }, (_, n) => longest(n))
  const flood = counted(hosts.map((host) => findReceivingWildcard(deps, host)))
  const found = [
    await findReceivingByName(deps, domain.hostname),
    await findReceivingByName(deps, fresh.hostname),
    await findReceivingWildcard(deps, 'x.wild.example'),
  ]

  expect(found).toMatchObject([{ _id: domain.id }, { _id: fresh._id }, { _id: wildcard._id }])
  expect(flood.answered()).toBe(0)
  await flood.all
})

test('a known domain is found by the next query, however many invented names wait', async () => {
  await using world = await startCoreWorld()
  const { deps, domain } = world
  await findReceivingDomain(deps, domain.hostname)

  const invented = Array.from({ length: 4 * queryKeys }, (_, n) => `invented-${n}.example`)
  const flood = counted(invented.map((name) => findReceivingByName(deps, name)))
  const found = await findReceivingByName(deps, domain.hostname)

  expect(found).toMatchObject({ _id: domain.id })
  expect(flood.answered()).toBeLessThan(queryKeys)
  await flood.all
})

test('names that are invented under the wildcard of one service delay no domain of another', async () => {
  await using world = await startCoreWorld()
  const { deps, domain } = world
  const { _id: serviceId } = await insertService(deps, { name: 'Attacked' })
  await insertDomain(deps, { serviceId, hostname: '*.attacked.example', state: 'verified' })
  await findReceivingDomain(deps, 'x.attacked.example')
  await findReceivingDomain(deps, domain.hostname)

  const invented = Array.from({ length: 4 * queryKeys }, (_, n) => `invented-${n}.attacked.example`)
  const flood = counted(invented.map((name) => findReceivingByName(deps, name)))
  const found = await findReceivingByName(deps, domain.hostname)

  expect(found).toMatchObject({ _id: domain.id })
  expect(flood.answered()).toBeLessThan(queryKeys)
  await flood.all
})

test('a host of many labels finds the most exact wildcard over it, however far above it is', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const receiving = { serviceId, state: 'verified' } as const
  const near = await insertDomain(deps, { ...receiving, hostname: '*.f.e.d.c.b.acme.example' })
  const far = await insertDomain(deps, { ...receiving, hostname: '*.acme.example' })

  expect(await findReceivingWildcard(deps, 'h.g.f.e.d.c.b.acme.example')).toMatchObject({ _id: near._id })
  expect(await findReceivingWildcard(deps, 'h.g.f.e.d.c.x.acme.example')).toMatchObject({ _id: far._id })
  expect(await findReceivingWildcard(deps, 'h.g.f.e.d.c.b.other.example')).toBeNull()
})

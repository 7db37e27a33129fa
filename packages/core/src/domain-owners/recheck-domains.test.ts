import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import type { DomainDoc } from '../domains/domain-model.ts'
import { findDomain } from '../domains/find-domains.ts'
import { insertDomain } from '../domains/store-domain.ts'
import type { DnsLookup, DomainChecks } from './check-domain.ts'
import { recheckDomains } from './recheck-domains.ts'

const minuteMs = 60_000
const perStep = 32

const nothing = async (): Promise<DnsLookup> => ({ records: [], error: 'nxdomain' })
const checks: DomainChecks = { mxHost: 'mx.inlet.example', dns: { txt: nothing, mx: nothing } }

test('a domain that is due just now has its turn after one domain of each other service, however much these have overdue', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, serviceId } = world
  const services = 40
  const claim = await insertDomain(deps, { serviceId, hostname: 'acme.example', state: 'pending' })
  const longAgo = clock.now().getTime() - dayMs
  const overdue = Array.from({ length: 6 * services }, (_, n) => ({
    ...claim,
    _id: deps.newId(),
    serviceId: `service ${n % services}`,
    hostname: `claim${n}.example`,
    nextCheckAt: new Date(longAgo + n),
  }))
  await deps.db.collection<DomainDoc>('domains').insertMany(overdue)
  const turns = new Set<string>()
  await recheckDomains(deps, checks, turns)
  expect(await findDomain(deps, claim._id)).toMatchObject({ check: null })

  clock.advance(minuteMs)
  for (let step = 0; step < Math.ceil((services + 1) / perStep); step += 1) await recheckDomains(deps, checks, turns)

  expect(await findDomain(deps, claim._id)).toMatchObject({ check: { faults: { txt: 'nxdomain' } } })
})

test('a service that is alone has every place of a step', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, serviceId } = world
  const claim = await insertDomain(deps, { serviceId, hostname: 'acme.example', state: 'pending' })
  const claims = Array.from({ length: perStep }, (_, n) => ({
    ...claim,
    _id: deps.newId(),
    hostname: `claim${n}.example`,
  }))
  const domains = deps.db.collection<DomainDoc>('domains')
  await domains.insertMany(claims)
  clock.advance(minuteMs)
  const turns = new Set<string>()

  const hasMore = [await recheckDomains(deps, checks, turns), await recheckDomains(deps, checks, turns)]

  expect(hasMore).toEqual([true, false])
  expect(await domains.countDocuments({ state: 'pending', check: null })).toBe(0)
})

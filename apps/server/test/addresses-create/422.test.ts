import { insertDomain } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('an address on a wildcard without a host, or on a host that its domain does not receive for, is 422', async () => {
  const world = await newWorld()
  const { serviceId } = world.tenant
  const { _id: domainId } = await insertDomain(world.deps, { serviceId, hostname: '*.acme.example', state: 'verified' })
  const { hostname } = world.tenant.domain

  const without = await world.create({ domainId })
  const answers = [
    await world.create({ domainId, hostname: 'acme.example' }),
    await world.create({ domainId, hostname }),
  ]
  const malformed = await world.create({ domainId, hostname: '*.acme.example' })

  expect(without).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'hostname_required')
  for (const answer of answers) expect(answer).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'hostname_not_covered')
  expect(malformed).toMatchError(400, 'BAD_REQUEST', 'invalid_hostname')
})

test('a domain that was never verified is 422, one that was verified and now fails its checks can be used', async () => {
  const world = await newWorld()
  const { serviceId } = world.tenant
  const pending = await insertDomain(world.deps, { serviceId, hostname: 'pending.example', state: 'pending' })
  const failing = await insertDomain(world.deps, { serviceId, hostname: 'failing.example', state: 'failing' })

  const refused = await world.create({ domainId: pending._id })
  const served = await world.create({ domainId: failing._id })

  expect(refused).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'domain_not_verified')
  expect(served.status).toBe(201)
})

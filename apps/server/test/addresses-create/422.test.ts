import { insertDomain } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { startWorld } from '../support/world.ts'

test('a domain that was never verified is 422, one that was verified and now fails its checks can be used', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { serviceId } = world.tenant
  const pending = await insertDomain(world.deps, { serviceId, hostname: 'pending.example', state: 'pending' })
  const failing = await insertDomain(world.deps, { serviceId, hostname: 'failing.example', state: 'failing' })

  const refused = await world.create({ domainId: pending._id })
  const served = await world.create({ domainId: failing._id })

  expect(refused).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'domain_not_verified')
  expect(served.status).toBe(201)
})

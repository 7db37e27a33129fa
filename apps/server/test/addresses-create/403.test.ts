import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { join, person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('a domain of another service is 403, for a key and for a user who is an owner of that service too', async () => {
  const world = await newWorld()
  const { accountId, token } = await person(world, { role: 'owner' })
  const foreign = { domainId: world.stranger.domain.id }

  expect(await world.create(foreign)).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(await world.create(foreign, { token })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  await join(world, { accountId, role: 'owner', tenant: world.stranger })
  world.elapse(1_000)
  expect(await world.create(foreign, { token })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
})

import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('any parameter is 400, since the endpoint has none', async () => {
  const world = await newWorld()
  const { token } = await person(world)

  const answer = await world.call('/v1/me?services=true', { token })

  expect(answer).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
})

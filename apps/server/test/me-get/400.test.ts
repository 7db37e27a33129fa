import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

test('any parameter is 400, since the endpoint has none', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { token } = await person(world)

  const answer = await world.call('/v1/me?services=true', { token })

  expect(answer).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
})

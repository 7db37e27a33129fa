import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { callAsDeletedUser } from '../support/people.ts'
import { startPreparedWorld } from '../support/prepared-world.ts'

test('a user who was deleted just after their token was verified is 404', async () => {
  const { world, owner } = await startPreparedWorld()
  await using _ = world

  const answer = await callAsDeletedUser(world, () => world.call('/v1/me', { token: owner }))

  expect(answer).toMatchError(404, 'NOT_FOUND')
})

import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

test('a body that is no JSON is 400, one of another media type 415', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http' } })
  const { id } = await world.address('code')
  const { token } = await person(world, { role: 'admin' })
  const extend = (rawBody: string, type: string) =>
    world.call(`/v1/addresses/${id}/extend`, { method: 'POST', token, rawBody, headers: { 'content-type': type } })

  expect(await extend('{', 'application/json')).toMatchError(400, 'BAD_REQUEST', 'invalid_json')
  expect(await extend('a=b', 'application/x-www-form-urlencoded')).toMatchError(415, 'UNSUPPORTED_MEDIA_TYPE')
})

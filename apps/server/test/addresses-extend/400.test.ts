import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('a body that is no JSON is 400, one of another media type 415', async () => {
  const world = await newWorld()
  const { id } = await world.address('code')
  const { token } = await person(world, { role: 'admin' })
  const extend = (rawBody: string, type: string) =>
    world.call(`/v1/addresses/${id}/extend`, { method: 'POST', token, rawBody, headers: { 'content-type': type } })

  expect(await extend('{', 'application/json')).toMatchError(400, 'BAD_REQUEST', 'invalid_json')
  expect(await extend('a=b', 'application/x-www-form-urlencoded')).toMatchError(415, 'UNSUPPORTED_MEDIA_TYPE')
})

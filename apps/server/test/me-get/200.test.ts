import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('the answer is the user and their services with the role in each', async () => {
  const world = await newWorld()
  const { token, email } = await person(world, { role: 'viewer' })

  const { status, body } = await world.call('/v1/me', { token })

  expect(status).toBe(200)
  const services = [{ id: world.tenant.serviceId, name: 'Tests', role: 'viewer' }]
  expect(body).toEqual({ data: { id: expect.any(String), email, name: 'Ada', services } })
})

test('a user who is a member of no service has an empty list of them', async () => {
  const world = await newWorld()
  const { token, email } = await person(world)

  const { body } = await world.call('/v1/me', { token })

  expect(body).toEqual({ data: { id: expect.any(String), email, name: 'Ada', services: [] } })
})

import { expect, test } from 'vitest'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { generate } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http', PUBLIC_REQUESTS_PER_MINUTE: '1000' } })

test('a member sees what visitors made, counts the unused ones, and deletes them at once; the service’s own stay', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  await world.address('ours')
  const { full } = await generate(world, 'visitor')
  const path = `/v1/services/${world.tenant.serviceId}`
  const listed = async (query = '') => {
    const { body } = await world.call(`${path}/addresses${query}`, { token })
    return body.data.map(({ localPart }: { localPart: string }) => localPart)
  }

  expect(await listed('?madeBy=visitor')).toEqual(['visitor'])
  const counted = await world.call(`${path}/unused-addresses`, { token })
  const deleted = await world.call(`${path}/unused-addresses/delete`, { method: 'POST', body: {}, token })

  expect(counted).toMatchObject({ status: 200, body: { data: { count: 1 }, meta: { hasMore: false } } })
  expect(deleted).toMatchObject({ status: 200, body: { data: { deletedCount: 1 }, meta: { hasMore: false } } })
  expect(await listed()).toEqual(['ours'])
  expect((await world.inbox(full, '', { token })).status).toBe(404)
})

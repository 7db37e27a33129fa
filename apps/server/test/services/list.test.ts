import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { walkPages } from '../support/walk-pages.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('a user lists the services that they are a member of, newest first and page by page, and no other', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'viewer' })
  const made: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    world.elapse(1)
    made.push((await world.call('/v1/services', { method: 'POST', token, body: { name } })).body.data.id)
  }
  const { token: stranger } = await person(world, { role: 'owner', tenant: world.stranger })

  const listed = await walkPages((cursor) => world.call(`/v1/services?limit=1&cursor=${cursor}`, { token }))
  const ofStranger = await world.call('/v1/services', { token: stranger })

  expect(listed.map(({ id }) => id)).toEqual([...made.reverse(), world.tenant.serviceId])
  expect(ofStranger.body).toMatchObject({ data: [{ id: world.stranger.serviceId }], meta: { hasMore: false } })
  const cursor = (await world.call('/v1/services?limit=1', { token })).body.meta.cursor
  const elsewhere = await world.call(`/v1/services/${world.tenant.serviceId}/addresses?cursor=${cursor}`, { token })
  expect(elsewhere).toMatchError(400, 'BAD_REQUEST', 'invalid_cursor')
})

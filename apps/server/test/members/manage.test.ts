import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

async function startWithOwner() {
  const world = await newWorld()
  const { token } = await person(world, { role: 'owner' })
  const members = `/v1/services/${world.tenant.serviceId}/members`
  const call = (method: string, id: string, how: { token?: string; body?: unknown } = {}) =>
    world.call(`${members}${id && `/${id}`}`, { method, token, ...how })
  const idOf = async (of: string): Promise<string> => (await world.call('/v1/me', { token: of })).body.data.id
  return { world, token, call, idOf, list: async () => (await call('GET', '')).body.data }
}

test('who is invited becomes a member when they accept, with the role that an owner gives them, until they are removed', async () => {
  const { world, call, idOf, list } = await startWithOwner()
  const { token: ada, email } = await person(world)
  const service = `/v1/services/${world.tenant.serviceId}`

  const invited = await call('POST', '', { body: { email: email.toUpperCase(), role: 'viewer' } })
  expect(invited).toMatchObject({ status: 201, body: { data: { userId: null, email, name: null, role: 'viewer' } } })
  const { id } = invited.body.data
  expect(await list()).toMatchObject([{ id, userId: null, email }, { role: 'owner' }])

  const userId = await idOf(ada)
  expect(await world.call(service, { token: ada })).toMatchError(404, 'NOT_FOUND')
  expect(await list()).toMatchObject([{ id, userId: null, email }, { role: 'owner' }])
  expect((await world.call(`/v1/invitations/${id}/accept`, { method: 'POST', token: ada })).status).toBe(200)
  expect(await list()).toMatchObject([{ id, userId, email, name: 'Ada', role: 'viewer' }, { role: 'owner' }])
  expect((await world.call(service, { token: ada })).status).toBe(200)

  const changed = await call('PATCH', userId, { body: { role: 'admin' } })
  expect(changed).toMatchObject({ status: 200, body: { data: { id, userId, role: 'admin' } } })
  world.elapse(1_000)
  const renamed = await world.call(service, { method: 'PATCH', token: ada, body: { name: 'Shop' } })
  expect(renamed.status).toBe(200)

  expect((await call('DELETE', userId)).status).toBe(204)
  world.elapse(1_000)
  expect(await world.call(service, { token: ada })).toMatchError(404, 'NOT_FOUND')
  expect(await call('DELETE', userId)).toMatchError(404, 'NOT_FOUND')
})

test('an invitation goes by the member’s id: it can be changed and withdrawn, and cannot be accepted afterwards', async () => {
  const { world, call, list } = await startWithOwner()
  const { token: ada, email } = await person(world)
  const { id } = (await call('POST', '', { body: { email, role: 'owner' } })).body.data

  const changed = await call('PATCH', id, { body: { role: 'admin' } })
  const twice = await call('POST', '', { body: { email, role: 'viewer' } })
  const removed = await call('DELETE', id)

  expect(changed.body.data).toMatchObject({ id, userId: null, email, role: 'admin' })
  expect(twice).toMatchError(409, 'CONFLICT', 'member_exists')
  expect(removed.status).toBe(204)
  expect((await world.call('/v1/invitations', { token: ada })).body.data).toEqual([])
  const late = await world.call(`/v1/invitations/${id}/accept`, { method: 'POST', token: ada })
  expect(late).toMatchError(404, 'NOT_FOUND')
  expect(await list()).toHaveLength(1)
})

test('everybody may leave, by either of their ids; a viewer or an admin may remove nobody else, and gets 404 for who is not there', async () => {
  const { world, token, call, idOf, list } = await startWithOwner()
  const { token: viewer } = await person(world, { role: 'viewer' })
  const { token: admin } = await person(world, { role: 'admin' })
  const [owner, viewerId, adminId] = [await idOf(token), await idOf(viewer), await idOf(admin)]

  for (const small of [viewer, admin]) {
    expect(await call('DELETE', owner, { token: small })).toMatchError(403, 'FORBIDDEN', 'insufficient_role')
    expect(await call('DELETE', world.deps.newId(), { token: small })).toMatchError(404, 'NOT_FOUND')
  }
  const promoted = await call('PATCH', adminId, { token: admin, body: { role: 'owner' } })
  expect(promoted).toMatchError(403, 'FORBIDDEN', 'insufficient_role')

  const memberId = (await list()).find(({ userId }: { userId: string }) => userId === adminId).id
  expect((await call('DELETE', viewerId, { token: viewer })).status).toBe(204)
  expect((await call('DELETE', memberId, { token: admin })).status).toBe(204)
  expect(await list()).toMatchObject([{ userId: owner }])
})

test('the last owner who is a member can neither leave nor take another role', async () => {
  const { token, call, idOf, list } = await startWithOwner()
  await call('POST', '', { body: { email: 'invited@people.example', role: 'owner' } })
  const me = await idOf(token)

  for (const answer of [await call('DELETE', me), await call('PATCH', me, { body: { role: 'admin' } })]) {
    expect(answer).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'last_owner')
  }
  expect(await list()).toMatchObject([
    { role: 'owner', userId: null },
    { role: 'owner', userId: me },
  ])
})

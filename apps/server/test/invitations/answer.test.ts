import { limits } from '@inlet/contract'
import { insertAccount, insertService } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { invite, person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import type { World } from '../support/world.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

const answer = (world: World, { token, id, what }: { token: string; id: string; what: 'accept' | 'decline' }) =>
  world.call(`/v1/invitations/${id}/${what}`, { method: 'POST', token })

test('an owner invites two people: one accepts and has access at once, the other declines and is not listed any more', async () => {
  const world = await newWorld()
  const { serviceId } = world.tenant
  const owner = await person(world, { role: 'owner' })
  const [ada, bob] = [await person(world), await person(world)]
  const members = `/v1/services/${serviceId}/members`
  for (const { email } of [ada, bob]) {
    await world.call(members, { method: 'POST', token: owner.token, body: { email, role: 'viewer' } })
  }

  const listed = await world.call('/v1/invitations', { token: ada.token })
  const [hers] = listed.body.data
  const [his] = (await world.call('/v1/invitations', { token: bob.token })).body.data
  const before = await world.call(`/v1/services/${serviceId}`, { token: ada.token })
  const accepted = await answer(world, { token: ada.token, id: hers.id, what: 'accept' })
  const declined = await answer(world, { token: bob.token, id: his.id, what: 'decline' })

  expect(listed.body).toEqual({
    data: [
      {
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        service: { id: serviceId, name: 'Tests' },
        role: 'viewer',
        invitedBy: owner.email,
        createdAt: expect.stringMatching(/Z$/),
      },
    ],
  })
  expect(before).toMatchError(404, 'NOT_FOUND')
  expect([accepted, declined].map(({ status, body }) => [status, body.data])).toEqual([
    [200, hers],
    [200, his],
  ])
  expect((await world.call(`/v1/services/${serviceId}`, { token: ada.token })).status).toBe(200)
  expect(await world.call(`/v1/services/${serviceId}`, { token: bob.token })).toMatchError(404, 'NOT_FOUND')
  const { data } = (await world.call(members, { token: owner.token })).body
  expect(data.map(({ email }: { email: string }) => email)).toEqual([ada.email, owner.email])
  const log = await world.call(`/v1/services/${serviceId}/audit-log`, { token: owner.token })
  const entries = log.body.data.map((entry: { action: string; actor: { name: string | null } }) => [
    entry.action,
    entry.actor.name,
  ])
  expect(entries).toContainEqual(['member.joined', ada.email])
  expect(entries).toContainEqual(['member.declined', null])
})

test('nobody sees or answers the invitation of another person, who may still accept it', async () => {
  const world = await newWorld()
  const [ada, eve] = [await person(world), await person(world, { role: 'owner', tenant: world.stranger })]
  const id = await invite(world, { email: ada.email, role: 'owner', tenant: world.tenant })

  expect((await world.call('/v1/invitations', { token: eve.token })).body.data).toEqual([])
  for (const what of ['accept', 'decline'] as const) {
    expect(await answer(world, { token: eve.token, id, what })).toMatchError(404, 'NOT_FOUND')
  }

  expect((await answer(world, { token: ada.token, id, what: 'accept' })).status).toBe(200)
})

test('an account whose address is not verified gets nothing of an invitation to that address', async () => {
  const world = await newWorld()
  const email = `${world.deps.newId().toLowerCase()}@people.example`
  const { _id } = await insertAccount(world.deps, { email, passwordHash: 'none', isEmailVerified: false })
  const token = (await world.provider?.issueAccessToken(_id, 60)) ?? ''
  const id = await invite(world, { email, role: 'owner', tenant: world.tenant })

  expect((await world.call('/v1/me', { token })).body.data.email).toBe(email)
  expect((await world.call('/v1/invitations', { token })).body.data).toEqual([])
  for (const what of ['accept', 'decline'] as const) {
    expect(await answer(world, { token, id, what })).toMatchError(404, 'NOT_FOUND')
  }
  expect(await world.call(`/v1/services/${world.tenant.serviceId}`, { token })).toMatchError(404, 'NOT_FOUND')
})

test('an address with twenty open invitations gets no other one, and the owner who tries hears nothing of the services', async () => {
  const world = await newWorld()
  const owner = await person(world, { role: 'owner' })
  const { email, token } = await person(world)
  for (let open = 0; open < limits.invitationsPerAddress; open += 1) {
    const { _id: serviceId } = await insertService(world.deps, { name: 'Secret shop' })
    await invite(world, { email, role: 'viewer', tenant: { ...world.tenant, serviceId } })
  }
  const members = `/v1/services/${world.tenant.serviceId}/members`
  const another = () => world.call(members, { method: 'POST', token: owner.token, body: { email, role: 'viewer' } })

  const refused = await another()
  const [first] = (await world.call('/v1/invitations', { token })).body.data
  await answer(world, { token, id: first.id, what: 'decline' })

  expect(refused).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'too_many_invitations')
  expect(refused.text).not.toContain('Secret shop')
  expect((await another()).status).toBe(201)
})

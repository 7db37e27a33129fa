import { limits } from '@inlet/contract'
import { expect, test, vi } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { startWorld } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('whoever makes a service is its owner at once, in every process, and the audit log says so', async () => {
  const settings = { ...http.settings, PUBLIC_URL: 'https://inlet.example' }
  await using world = await startWorld({ settings })
  await using other = await startWorld({ settings, databaseUri: world.databaseUri })
  const { token, email } = await person(world)
  // What is cached for a moment stays cached during this test.
  for (const { clock } of [world, other]) vi.spyOn(clock, 'now').mockReturnValue(clock.now())
  for (const each of [world, other]) expect((await each.call('/v1/services', { token })).body.data).toEqual([])

  const { status, body } = await world.call('/v1/services', {
    method: 'POST',
    token,
    body: { name: '  Shop  ', retentionDays: 3, id: 'x', plan: 'x' },
  })

  expect(status).toBe(201)
  expect(body).toEqual({
    data: {
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      name: 'Shop',
      accentColor: '#4338ca',
      theme: 'auto',
      locale: 'en',
      logoUrl: null,
      retentionDays: 3,
      accessLock: { enabled: false },
      plan: 'unlimited',
      createdAt: world.clock.now().toISOString(),
    },
  })
  const { id } = body.data
  for (const each of [world, other]) {
    expect((await each.call('/v1/services', { token })).body.data).toEqual([body.data])
    expect((await each.call(`/v1/services/${id}`, { token })).body).toEqual(body)
    expect((await each.call('/v1/me', { token })).body.data.services).toEqual([{ id, name: 'Shop', role: 'owner' }])
    expect((await each.call(`/v1/services/${id}/addresses`, { token })).status).toBe(200)
  }
  const entries = await world.deps.db.collection('auditLog').find({ serviceId: id }).toArray()
  expect(entries).toMatchObject([{ action: 'service.created', actor: { kind: 'user', name: email }, ip: '127.0.0.1' }])
})

test('without retentionDays messages are kept seven days; a name has 1 to 100 characters, retention is 1 to 30 whole days', async () => {
  const world = await newWorld()
  const { token } = await person(world)
  const create = (body: unknown) => world.call('/v1/services', { method: 'POST', token, body })

  expect((await create({ name: ` ${'😀'.repeat(100)} ` })).body.data.retentionDays).toBe(limits.retentionDaysDefault)
  const refused = [{}, { name: ' ' }, { name: 'x'.repeat(101) }, { name: null }]
  const retentions = [0, 31, 1.5, '7', null].map((retentionDays) => ({ name: 'Shop', retentionDays }))
  for (const body of [...refused, ...retentions]) {
    expect(await create(body), JSON.stringify(body)).toMatchError(400, 'BAD_REQUEST')
  }
  expect((await world.call('/v1/services', { token })).body.data).toHaveLength(1)
})

test('with SELF_SERVICE=false making a service is 403 for every user, after the input was checked, and nothing is made', async () => {
  await using world = await startWorld({ settings: { ...http.settings, SELF_SERVICE: 'false' } })
  const { token } = await person(world, { role: 'owner' })
  const create = (body: unknown) => world.call('/v1/services', { method: 'POST', token, body })
  const before = await world.deps.db.collection('services').countDocuments()

  expect(await create({ name: 'Shop' })).toMatchError(403, 'FORBIDDEN', 'self_service_off')
  expect(await create({})).toMatchError(400, 'BAD_REQUEST')

  expect(await world.deps.db.collection('services').countDocuments()).toBe(before)
})

test('a user who has made MAX_SERVICES_PER_USER services gets 422, another user makes theirs, and a deleted one makes room', async () => {
  await using world = await startWorld({ settings: { ...http.settings, MAX_SERVICES_PER_USER: '2' } })
  const [ada, bob] = [await person(world, { role: 'owner' }), await person(world)]
  const create = ({ token }: { token: string }) =>
    world.call('/v1/services', { method: 'POST', token, body: { name: 'Shop' } })
  const made = [await create(ada), await create(ada)]

  const third = await create(ada)

  expect(made.map(({ status }) => status)).toEqual([201, 201])
  expect(third).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'too_many_services')
  expect((await create(bob)).status).toBe(201)
  const path = `/v1/services/${made[0]?.body.data.id}?confirm=Shop`
  expect((await world.call(path, { method: 'DELETE', token: ada.token })).status).toBe(204)
  expect((await create(ada)).status).toBe(201)
})

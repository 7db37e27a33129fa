import { insertDomain } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { startWorld } from '../support/world.ts'

const http = { settings: { INLET_ROLE: 'http' } }

test('a local part that is taken is 409, and the address stays as it was', async () => {
  await using world = await startWorld(http)
  const { id } = await world.address('code')

  const answer = await world.create({ localPart: 'code', password: 'secret' })

  expect(answer).toMatchError(409, 'CONFLICT', 'address_exists')
  expect(answer.body.error.details).toMatchObject([{ path: 'localPart' }])
  expect((await world.addresses()).body.data).toMatchObject([{ id, hasPassword: false }])
})

test('of many calls for one local part at once exactly one makes it', async () => {
  await using world = await startWorld(http)

  const answers = await Promise.all(Array.from({ length: 12 }, () => world.create({ localPart: 'code' })))

  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(11)
  for (const answer of refused) expect(answer).toMatchError(409, 'CONFLICT', 'address_exists')
  expect(await world.deps.db.collection('addresses').countDocuments()).toBe(1)
  expect(await world.deps.db.collection('events').countDocuments()).toBe(1)
})

test('the same local part is free on another domain', async () => {
  await using world = await startWorld(http)

  const answers = [
    await world.create({ localPart: 'code' }),
    await world.create({ localPart: 'code', domainId: world.tenant.publicDomain.id }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 201])
})

test("an unknown domain is 404, another service's 403, one that is not verified 422", async () => {
  await using world = await startWorld(http)
  const { serviceId } = world.tenant
  const pending = await insertDomain(world.deps, { serviceId, hostname: 'pending.example', state: 'pending' })
  const failing = await insertDomain(world.deps, { serviceId, hostname: 'failing.example', state: 'failing' })

  expect(await world.create({ domainId: '01JD3Q7Z5V8XK2M4N6P8R0T2W4' })).toMatchError(404, 'NOT_FOUND')
  expect(await world.create({ domainId: world.stranger.domain.id })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(await world.create({ domainId: pending._id })).toMatchError(
    422,
    'UNPROCESSABLE_CONTENT',
    'domain_not_verified',
  )
  expect((await world.create({ domainId: failing._id })).status).toBe(201)
})

import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'

const http = { settings: { INLET_ROLE: 'http' } }
const newWorld = sharedServer(http)

test('a local part that is taken is 409, and the address does not change', async () => {
  const world = await newWorld()
  const { id } = await world.address('code')

  const answer = await world.create({ localPart: 'code', password: 'secret' })

  expect(answer).toMatchError(409, 'CONFLICT', 'address_exists')
  expect(answer.body.error.details).toMatchObject([{ path: 'localPart' }])
  expect((await world.addresses()).body.data).toMatchObject([{ id, hasPassword: false }])
})

test('of many calls for one local part at once exactly one creates it', async () => {
  const world = await newWorld()

  const answers = await Promise.all(Array.from({ length: 12 }, () => world.create({ localPart: 'code' })))

  const refused = answers.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(11)
  for (const answer of refused) expect(answer).toMatchError(409, 'CONFLICT', 'address_exists')
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(1)
  expect(await world.deps.db.collection('events').countDocuments({ serviceId: world.tenant.serviceId })).toBe(1)
})

test('the same local part is free on another domain', async () => {
  const world = await newWorld()

  const answers = [
    await world.create({ localPart: 'code' }),
    await world.create({ localPart: 'code', domainId: world.tenant.publicDomain.id }),
  ]

  expect(answers.map(({ status }) => status)).toEqual([201, 201])
})

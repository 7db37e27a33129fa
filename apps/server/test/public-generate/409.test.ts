import { reservedLocalParts } from '@inlet/contract'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { askAsVisitor, generate, protectedAddress, receive } from '../support/visits.ts'

const newWorld = sharedServer({ settings: { INLET_ROLE: 'http' } })

test('a local part that is taken is 409, and the answer is the same whoever has it', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  await generate(world, 'session')
  await protectedAddress(world, 'service')
  await receive(world, `mail@${hostname}`, 'First')

  const answers = []
  // The service's own before its first mail too: whoever reads it could prove to others that the domain is theirs.
  for (const localPart of ['session', 'service', 'mail', ...reservedLocalParts]) {
    answers.push(await askAsVisitor(world, '/inbox/generate', { method: 'POST', body: { hostname, localPart } }))
  }

  for (const answer of answers) expect(answer).toMatchError(409, 'CONFLICT', 'address_exists')
  const bodies = answers.map(({ body }) => JSON.stringify({ ...body.error, requestId: '' }))
  expect(new Set(bodies).size).toBe(1)
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(3)
})

test('of many calls for one local part at once exactly one makes it', async () => {
  const world = await newWorld()
  const body = { hostname: world.tenant.publicDomain.hostname, localPart: 'code' }

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => askAsVisitor(world, '/inbox/generate', { method: 'POST', body })),
  )

  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
  expect(await world.deps.db.collection('addresses').countDocuments({ serviceId: world.tenant.serviceId })).toBe(1)
})

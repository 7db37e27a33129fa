import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { claimed, proven, recordsOf } from '../../test/proven-domain.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { createAddress } from '../addresses/create-address.ts'
import { findAddress } from '../addresses/find-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { findDomain } from '../domains/find-domains.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { reversedHost } from '../domains/wildcards.ts'
import { readMessage } from '../messages/read-message.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { insertService } from '../services/manage-services.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { createDomain } from './create-domain.ts'
import { recheckDomains } from './recheck-domains.ts'
import { removeDomain } from './remove-domain.ts'
import { trustDomain, verifyDomain } from './verify-domain.ts'

const mxHost = 'mx.inlet.example'
const host = 'x.acme.example'
const taken = { code: 'CONFLICT', facts: { details: [{ code: 'domain_exists' }] } }

/** A wildcard of the world's service with an address `code` at a host, where a message lies. */
async function wildcardWithMail(world: CoreWorld, hostname = host) {
  const { deps, operator, serviceId: id } = world
  const wildcard = await proven(world, id, '*.acme.example')
  const input = { id, domainId: wildcard.id, localPart: 'code', hostname }
  const { address } = await createAddress(deps, operator, input)
  const message = await storedMessage(world, { addressId: address.id })
  const other = await insertService(deps, { name: 'Other' })
  return { wildcard, address, message, otherId: other._id }
}

async function sweepAll({ deps, clock }: CoreWorld): Promise<void> {
  clock.advance(61_000)
  while (await sweepMessages(deps));
}

test('the addresses of a host go with their mail when the same service proves the host', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const { address, message, wildcard } = await wildcardWithMail(world)
  const input = { id: world.serviceId, domainId: wildcard.id, hostname: 'y.acme.example' }
  const elsewhere = (await createAddress(deps, operator, input)).address

  const domain = await proven(world, world.serviceId, host)

  expect(await findAddress(deps, address.id)).toMatchObject({ domainId: domain.id, hostname: host })
  expect(await findAddress(deps, elsewhere.id)).toMatchObject({ domainId: wildcard.id })
  expect(await recipientResolver(deps)(address.fullAddress)).toMatchObject({ addressId: address.id })
  await sweepAll(world)
  expect(await readMessage(deps, operator, message._id)).toMatchObject({ addressId: address.id })
  await removeDomain(deps, operator, { id: domain.id, confirm: host })
  expect(await findAddress(deps, address.id)).toBeNull()
})

test('a longer wildcard of the same service gets the addresses of its hosts, and those of a domain inside it stay there', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const { address } = await wildcardWithMail(world, 'a.b.acme.example')
  const exact = await proven(world, id, 'c.b.acme.example')
  const inside = (await createAddress(deps, operator, { id, domainId: exact.id })).address

  const longer = await proven(world, id, '*.b.acme.example')

  expect(await findAddress(deps, address.id)).toMatchObject({ domainId: longer.id, hostname: 'a.b.acme.example' })
  expect(await findAddress(deps, inside.id)).toMatchObject({ domainId: exact.id })
})

test('proving a longer wildcard looks at the addresses of its hosts alone, however many the wider one has', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const { address, wildcard } = await wildcardWithMail(world, 'a.b.acme.example')
  for (let index = 0; index < 10; index += 1) {
    await createAddress(deps, operator, { id, domainId: wildcard.id, hostname: `h${index}.acme.example` })
  }
  const claim = await claimed(world, id, '*.b.acme.example')

  await deps.db.command({ profile: 2 })
  await verifyDomain(deps, operator, { id: claim.id, ...recordsOf(claim) })
  await deps.db.command({ profile: 0 })

  expect(await findAddress(deps, address.id)).toMatchObject({ domainId: claim.id })
  const profile = deps.db.collection<{ keysExamined?: number }>('system.profile')
  const operations = await profile.find({ ns: `${deps.db.databaseName}.addresses` }).toArray()
  expect(operations.length).toBeGreaterThan(0)
  for (const operation of operations) expect(operation.keysExamined, JSON.stringify(operation)).toBeLessThan(5)
})

test('a person of another service who proves the host gets its names; the old addresses go with their mail, and both audit logs say so', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const { address, message, otherId, wildcard } = await wildcardWithMail(world)

  const domain = await proven(world, otherId, host)

  expect(domain.state).toBe('verified')
  expect(await findAddress(deps, address.id)).toBeNull()
  await expect(readMessage(deps, operator, message._id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const input = { id: otherId, domainId: domain.id, localPart: 'code' }
  const { address: created } = await createAddress(deps, operator, input)
  expect(await recipientResolver(deps)(created.fullAddress)).toMatchObject({ addressId: created.id })
  expect(await findDomain(deps, wildcard.id)).toMatchObject({ state: 'verified' })
  const { data } = await listAuditLog(deps, operator, { id: serviceId, action: 'domain.narrowed', limit: 50 })
  expect(data).toMatchObject([
    { target: { id: wildcard.id, name: '*.acme.example' }, note: host, actor: { kind: 'system' }, ip: null },
  ])
  expect(JSON.stringify(data)).not.toContain(otherId)
})

test('the job and the trust of the operator take no host where another service has addresses', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const { address, otherId } = await wildcardWithMail(world)
  const claim = await claimed(world, otherId, host)

  await expect(trustDomain(deps, operator, { id: claim.id, mxHost })).rejects.toMatchObject(taken)
  world.clock.advance(60_000)
  await recheckDomains(deps, recordsOf(claim))
  await removeDomain(deps, operator, { id: claim.id, confirm: host })
  const trusted = createDomain(deps, operator, { id: otherId, hostname: host, mxHost, isTrusted: true })

  await expect(trusted).rejects.toMatchObject(taken)
  expect(await findAddress(deps, address.id)).not.toBeNull()
})

test('the job proves a host under the wildcard of another service where that one has no address', async () => {
  await using world = await startCoreWorld()
  const { otherId } = await wildcardWithMail(world, 'elsewhere.acme.example')
  const claim = await claimed(world, otherId, host)

  world.clock.advance(60_000)
  await recheckDomains(world.deps, recordsOf(claim))

  expect(await findDomain(world.deps, claim.id)).toMatchObject({ state: 'verified' })
})

test('an address that was being made beside the proof goes with the sweep', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId: id } = world
  const { address, otherId, wildcard } = await wildcardWithMail(world, 'elsewhere.acme.example')
  await proven(world, otherId, host)
  const place = { hostname: host, reversedHost: reversedHost(host) }
  const late = { _id: deps.newId(), fullAddress: `late@${host}`, localPart: 'late', ...place }
  const template = { ...(await findAddress(deps, address.id)), ...late }
  await deps.db.collection<typeof template>('addresses').insertOne(template)

  await sweepAll(world)

  expect(await findAddress(deps, late._id)).toBeNull()
  expect(await findAddress(deps, address.id)).toMatchObject({ serviceId: id, domainId: wildcard.id })
})

test('mail for an address that is about to move is deferred, never refused', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const { address } = await wildcardWithMail(world)
  // As between the proof and the moving.
  await insertDomain(deps, { serviceId, hostname: host, state: 'verified' })

  const refused = recipientResolver(deps)(address.fullAddress)

  await expect(refused).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

test('a wildcard is removed with the addresses of all its hosts', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const { address, wildcard } = await wildcardWithMail(world)

  const removal = await removeDomain(deps, operator, { id: wildcard.id, confirm: '*.acme.example' })

  expect(removal.addressCount).toBe(1)
  expect(await findAddress(deps, address.id)).toBeNull()
  await expect(recipientResolver(deps)(address.fullAddress)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('a wildcard whose TXT record has been missing for 72 hours goes to the service that proves it', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const { address, otherId, wildcard } = await wildcardWithMail(world)
  const claim = await claimed(world, otherId, '*.acme.example')
  const verify = () => verifyDomain(deps, operator, { id: claim.id, ...recordsOf(claim) })
  await expect(verify()).rejects.toMatchObject(taken)
  for (let days = 0; days < 5; days += 1) {
    world.clock.advance(dayMs)
    await recheckDomains(deps, recordsOf(claim))
  }

  expect((await verify()).state).toBe('verified')
  expect(await findDomain(deps, wildcard.id)).toMatchObject({ state: 'lost' })
  expect(await findAddress(deps, address.id)).toBeNull()
})

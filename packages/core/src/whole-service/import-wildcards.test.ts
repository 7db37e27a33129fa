import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { emptyImport } from '../../test/empty-import.ts'
import { claimed, proven } from '../../test/proven-domain.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { createAddress } from '../addresses/create-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { removeDomain } from '../domain-owners/remove-domain.ts'
import { trustDomain } from '../domain-owners/verify-domain.ts'
import { exportAddresses } from './export-records.ts'
import { importAddresses } from './import-records.ts'
import { beginImport, finishImport } from './import-service.ts'
import { sweepMessages } from './sweep-messages.ts'

const mxHost = 'mx.inlet.example'
const { serviceId } = emptyImport
const domainId = '01JD3Q7Z5V8XK2M4N6P8R0T2W6'
const host = 'x.acme.example'

/** Begins the import of a service with one domain. @returns what stores the address `code` at the host `x.acme.example` */
async function importing(world: CoreWorld, hostname: string) {
  const { deps, operator } = world
  await storedMessage(world)
  const createdAt = new Date('2026-11-01T00:00:00.000Z')
  const proof = {
    state: 'verified' as const,
    publicInbox: true,
    ownershipToken: 'old',
    createdAt,
    verifiedAt: createdAt,
  }
  await beginImport(deps, operator, { ...emptyImport, domains: [{ id: domainId, hostname, ...proof }] })
  return async () => {
    for await (const address of exportAddresses(deps, world.serviceId)) {
      const moved = { ...address, id: deps.newId(), domainId, localPart: 'code', fullAddress: `code@${host}` }
      const wildcard = hostname === host ? {} : { wildcard: hostname }
      await importAddresses(deps, serviceId, [{ ...moved, hostname: host, ...wildcard }])
    }
    await finishImport(deps, operator, emptyImport)
  }
}

test('an address under an imported wildcard goes where another service proves its host while the import runs', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const storeAddress = await importing(world, '*.acme.example')
  const exact = await proven(world, world.serviceId, host)
  // The sweep that the proof has ordered ends before the address comes.
  world.clock.advance(61_000)
  while (await sweepMessages(deps));

  await storeAddress()
  await trustDomain(deps, operator, { id: domainId, mxHost })
  world.clock.advance(61_000)
  while (await sweepMessages(deps));

  const input = { id: world.serviceId, domainId: exact.id, localPart: 'code' }
  const { address } = await createAddress(deps, operator, input)
  expect(await recipientResolver(deps)(`code@${host}`)).toMatchObject({ addressId: address.id })
})

test('a wildcard that is proven takes no address of an imported claim inside it: mail to it is refused until the claim is proven or removed', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const storeAddress = await importing(world, host)
  await storeAddress()

  const wildcard = await proven(world, id, '*.acme.example')
  const resolve = recipientResolver(deps)
  const create = (localPart: string) =>
    createAddress(deps, operator, { id, domainId: wildcard.id, localPart, hostname: host })
  await expect(resolve(`code@${host}`)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(create('code')).rejects.toMatchObject({ facts: { details: [{ code: 'address_exists' }] } })
  expect((await create('other')).address.domainId).toBe(wildcard.id)

  await removeDomain(deps, operator, { id: domainId, confirm: host })
  const { address } = await create('code')
  // The old one is remembered for 0.9 s.
  world.clock.advance(1_000)
  expect(await resolve(`code@${host}`)).toMatchObject({ addressId: address.id })
})

test('an imported claim inside the wildcard of another service has its address and mail once a person proves it', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const storeAddress = await importing(world, host)
  await storeAddress()
  await proven(world, id, '*.acme.example')
  await claimed(world, id, host)

  await trustDomain(deps, operator, { id: domainId, mxHost })

  expect(await recipientResolver(deps)(`code@${host}`)).toMatchObject({ domain: { _id: domainId, serviceId } })
})

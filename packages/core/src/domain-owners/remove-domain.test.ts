import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { createAddress } from '../addresses/create-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { findDomain } from '../domains/find-domains.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { listAddresses } from '../messages/list-addresses.ts'
import { readMessage } from '../messages/read-message.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { previewDomainRemoval, removeDomain } from './remove-domain.ts'

async function sweepAll({ deps, clock }: CoreWorld): Promise<void> {
  clock.advance(61_000)
  while (await sweepMessages(deps));
}

const addressesOf = ({ deps }: CoreWorld) => deps.db.collection<{ _id: string; fullAddress: string }>('addresses')

/** An address of the world's domain with one mail. */
async function inboxWithMail(world: CoreWorld) {
  const message = await storedMessage(world)
  const address = await addressesOf(world).findOne({ _id: message.addressId })
  if (!address) throw new Error('no address')
  return { address, message }
}

test('the addresses and mail of a removed domain are gone for every reader at once, and other domains keep theirs', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId, domain } = world
  const { address, message } = await inboxWithMail(world)
  const kept = await insertDomain(deps, { serviceId, hostname: 'kept.example', state: 'verified' })
  await createAddress(deps, operator, { id: serviceId, domainId: kept._id, localPart: 'code' })

  const preview = await previewDomainRemoval(deps, operator, domain.id)
  const removal = await removeDomain(deps, operator, { id: domain.id, confirm: 'Mail.Example' })

  expect(preview).toEqual({ id: domain.id, hostname: 'mail.example', addressCount: 1 })
  expect(removal).toEqual(preview)
  await expect(readMessage(deps, operator, message._id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { data } = await listAddresses(deps, operator, { id: serviceId, limit: 50 })
  expect(data.map(({ fullAddress }) => fullAddress)).toEqual(['code@kept.example'])
  await expect(recipientResolver(deps)(address.fullAddress)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await sweepAll(world)
  expect(await deps.db.collection('messages').countDocuments()).toBe(0)
  expect(await deps.db.collection('sweepOrders').countDocuments()).toBe(0)
  expect((await listAuditLog(deps, operator, { id: serviceId, limit: 1 })).data).toMatchObject([
    { action: 'domain.removed', target: { id: domain.id, name: 'mail.example' }, note: 'addresses: 1' },
  ])
})

test('an address that is inserted during the removal is deleted by the sweep', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, domain } = world
  const { address } = await inboxWithMail(world)

  await removeDomain(deps, operator, { id: domain.id, confirm: domain.hostname })
  await addressesOf(world).insertOne(address)
  await sweepAll(world)

  expect(await addressesOf(world).countDocuments()).toBe(0)
})

test('the sweep deletes the rest of a large domain, and its hostname is free at once', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId, domain } = world
  const { address } = await inboxWithMail(world)
  const more = Array.from({ length: 10_200 }, (_, index) => {
    const localPart = `box${index}`
    return { ...address, _id: deps.newId(), localPart, fullAddress: `${localPart}@mail.example` }
  })
  await addressesOf(world).insertMany(more)

  const { addressCount } = await removeDomain(deps, operator, { id: domain.id, confirm: domain.hostname })
  const left = await addressesOf(world).countDocuments()
  const again = await insertDomain(deps, { serviceId, hostname: domain.hostname, state: 'verified' })
  world.clock.advance(61_000)
  await sweepMessages(deps)

  expect([addressCount, left]).toEqual([10_201, 201])
  expect(again.hostname).toBe('mail.example')
  expect(await addressesOf(world).countDocuments()).toBe(0)
})

test('without the exact name, by a viewer, or a second time, nothing is removed', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, domain } = world
  await inboxWithMail(world)
  const remove = (confirm: string) => removeDomain(deps, operator, { id: domain.id, confirm })

  for (const confirm of ['', 'other.example', 'mail.example.com', domain.id]) {
    await expect(remove(confirm)).rejects.toMatchObject({ facts: { details: [{ code: 'confirmation_mismatch' }] } })
  }
  const byViewer = removeDomain(deps, world.member('viewer'), { id: domain.id, confirm: domain.hostname })
  await expect(byViewer).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await findDomain(deps, domain.id)).not.toBeNull()
  expect(await addressesOf(world).countDocuments()).toBe(1)
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => remove(domain.hostname)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(remove(domain.hostname)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await deps.db.collection('auditLog').countDocuments({ action: 'domain.removed' })).toBe(1)
})

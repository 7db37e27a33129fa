import { limits } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { receiveMails } from '../../test/received-mail.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { type AddressDoc, addressModel } from '../addresses/address-model.ts'
import { countAddressUse } from '../addresses/find-address.ts'
import { insertMissingAddresses } from '../addresses/insert-missing-addresses.ts'
import { newAddress } from '../addresses/new-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import type { Deps } from '../deps.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { listAddresses } from '../messages/list-addresses.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { insertService } from '../services/manage-services.ts'
import { countUnusedAddresses, deleteUnusedAddresses } from './unused-addresses.ts'

const hourMs = 3_600_000

type Made = Pick<AddressDoc, 'localPart' | 'owner'> & { serviceId?: string; lastMessageAt?: Date | null }

function addressOf({ deps, serviceId, domain }: CoreWorld, made: Made): AddressDoc {
  const { hostname } = domain
  const ofService = { _id: domain.id, serviceId: made.serviceId ?? serviceId, hostname }
  const { localPart, owner, lastMessageAt = null } = made
  const address = newAddress(deps, { id: deps.newId(), domain: ofService, hostname, localPart, owner, isLive: true })
  return { ...address, lastMessageAt }
}

async function insert(world: CoreWorld, ...made: Made[]): Promise<AddressDoc[]> {
  const addresses = made.map((each) => addressOf(world, each))
  await addressModel.in(world.deps.db).insertMany(addresses)
  return addresses
}

const names = async ({ db }: Deps) =>
  (await addressModel.in(db).find().toArray()).map(({ localPart }) => localPart).sort()

test('what visitors and first mails made and holds no mail is counted and deleted at once, and nothing else', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, serviceId: id } = world
  const other = await insertService(deps, { name: 'Other' })
  const long = new Date(clock.now().getTime() - hourMs)
  const [read, , expired, cleared] = await insert(
    world,
    { localPart: 'read', owner: 'session', lastMessageAt: long },
    { localPart: 'empty-visitor', owner: 'session' },
    { localPart: 'expired', owner: 'none', lastMessageAt: long },
    { localPart: 'cleared', owner: 'none', lastMessageAt: long },
    { localPart: 'arriving', owner: 'none', lastMessageAt: clock.now() },
    { localPart: 'ours', owner: 'service' },
    { localPart: 'foreign', owner: 'session', serviceId: other._id },
  )
  await storedMessage(world, { addressId: read?._id ?? '' })
  await storedMessage(world, { addressId: expired?._id ?? '', expiresAt: new Date(clock.now().getTime() - 1) })
  const { _id: clearedBefore } = await storedMessage(world, { addressId: cleared?._id ?? '' })
  await addressModel.in(deps.db).updateOne({ localPart: 'cleared' }, { $set: { clearedBefore } })
  // The addresses that `storedMessage` makes are not of this test.
  await addressModel.in(deps.db).deleteMany({ owner: 'service', localPart: { $ne: 'ours' } })

  expect(await countUnusedAddresses(deps, world.member('viewer'), { id })).toMatchObject({ count: 3 })
  await expect(deleteUnusedAddresses(deps, world.member('viewer'), { id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const { deletedCount, meta } = await deleteUnusedAddresses(deps, world.member('admin'), { id })

  expect([deletedCount, meta.hasMore]).toEqual([3, false])
  expect(await names(deps)).toEqual(['arriving', 'foreign', 'ours', 'read'])
  expect(await countUnusedAddresses(deps, world.operator, { id })).toMatchObject({ count: 0 })
  const { data: log } = await listAuditLog(deps, world.operator, { id, limit: 50 })
  expect(log.filter(({ action }) => action === 'service.addresses_deleted')).toMatchObject([
    { target: { kind: 'service', id, name: 'Acme' }, note: 'unused addresses: 3', actor: { kind: 'user' } },
  ])
})

test('reserved names that first mails made at the hosts of a wildcard count as theirs and are deleted with them, and one that the service made does not and is not', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  await insertDomain(deps, { serviceId, hostname: '*.wild.example', state: 'verified', publicInbox: true })
  await insert(world, { localPart: 'admin', owner: 'service' })
  const resolve = recipientResolver(deps)
  const names = ['admin@a', 'postmaster@b', 'webmaster@c', 'other@d'].map((each) => `${each}.wild.example`)
  await insertMissingAddresses(deps, await Promise.all(names.map(resolve)))

  expect(await countAddressUse(deps, serviceId, { except: [] })).toMatchObject({ used: 5, usedByVisitors: 4 })
  expect(await countUnusedAddresses(deps, world.operator, { id: serviceId })).toMatchObject({ count: 4 })
  expect(await deleteUnusedAddresses(deps, world.operator, { id: serviceId })).toMatchObject({ deletedCount: 4 })

  expect(await countAddressUse(deps, serviceId, { except: [] })).toMatchObject({ used: 1, usedByVisitors: 0 })
})

test('an address that receives a mail while the unused ones are looked for stays', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId: id } = world
  const [receiving] = await insert(
    world,
    { localPart: 'receiving', owner: 'none' },
    { localPart: 'empty', owner: 'none' },
  )
  const { quickLook, longScan } = deps.searchQueue
  const slow: typeof quickLook = async (queued, search) => {
    const found = await quickLook(queued, search)
    await receiveMails(deps, receiving?.fullAddress ?? '', 1)
    return found
  }
  const slowly = { ...deps, searchQueue: { quickLook: slow, longScan } }

  const { deletedCount } = await deleteUnusedAddresses(slowly, world.operator, { id })

  expect(deletedCount).toBe(1)
  expect(await names(deps)).toEqual(['receiving'])
})

test('many are deleted in steps, each of which goes on after the one before', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId: id } = world
  const step = limits.unusedAddressesPerDeletion
  const many = Array.from({ length: step + 1 }, (_, n) => ({ localPart: `a${n}`, owner: 'session' }) as const)
  await insert(world, ...many, { localPart: 'ours', owner: 'service' })

  const first = await deleteUnusedAddresses(deps, world.operator, { id })
  const second = await deleteUnusedAddresses(deps, world.operator, { id, cursor: first.meta.cursor })

  expect([first.deletedCount, first.meta.hasMore]).toEqual([step, true])
  expect([second.deletedCount, second.meta.hasMore]).toEqual([1, false])
  expect(await names(deps)).toEqual(['ours'])
})

test('the list keeps addresses by who made them, also together with a domain and a part of the name', async () => {
  await using world = await startCoreWorld()
  const { deps, domain, serviceId: id } = world
  await insert(
    world,
    { localPart: 'by-us', owner: 'service' },
    { localPart: 'by-visitor', owner: 'session' },
    { localPart: 'by-mail', owner: 'none' },
  )
  const listed = async (more: object) => {
    const { data } = await listAddresses(deps, world.member('viewer'), { id, limit: 50, ...more })
    return data.map(({ localPart }) => localPart)
  }

  expect(await listed({ madeBy: 'service' })).toEqual(['by-us'])
  expect(await listed({ madeBy: 'visitor' })).toEqual(['by-visitor'])
  expect(await listed({ madeBy: 'mail', hostname: domain.hostname })).toEqual(['by-mail'])
  expect(await listed({ madeBy: 'mail', q: 'by' })).toEqual(['by-mail'])
  expect(await listed({ madeBy: 'mail', hostname: domain.hostname, q: 'us' })).toEqual([])
})

import { limits } from '@inlet/contract'
import { Collection } from 'mongodb'
import { afterEach, expect, test, vi } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { failNextDeleteMany } from '../../test/meanwhile.ts'
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
import { countUnusedAddresses, deleteUnusedAddresses, removeUnusedAddresses } from './unused-addresses.ts'

afterEach(() => vi.restoreAllMocks())

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

/** Addresses of all makers and two services, the first of which are due by the database's clock. */
async function waitingAddresses(world: CoreWorld) {
  const made = ['due-ours', 'due-visitor', 'due-mail', 'waiting'] as const
  const owners = ['service', 'session', 'none', 'none'] as const
  const other = await insertService(world.deps, { name: 'Other' })
  const serviceOf = (localPart: string) => (localPart === 'due-ours' ? { serviceId: other._id } : {})
  const addresses = await insert(
    world,
    ...made.map((localPart, n) => ({ localPart, owner: owners[n] ?? 'none', ...serviceOf(localPart) })),
  )
  const due = { localPart: { $ne: 'waiting' } }
  await addressModel.in(world.deps.db).updateMany(due, [{ $set: { unusedUntil: { $subtract: ['$$NOW', 1_000] } } }])
  return addresses
}

async function removeAll({ deps }: CoreWorld): Promise<void> {
  while (await removeUnusedAddresses(deps));
}

test("addresses that never had a mail are removed in their time by the database's clock, whoever made them", async () => {
  await using world = await startCoreWorld()
  await waitingAddresses(world)
  // A clock that is far ahead removes nothing.
  world.clock.advance(91 * 24 * hourMs)

  await removeAll(world)

  expect(await names(world.deps)).toEqual(['waiting'])
})

test('an address that is due stays, and is in use, where a mail is there that nobody noted, and where the version before has received one', async () => {
  await using world = await startCoreWorld()
  const { deps, clock } = world
  await waitingAddresses(world)
  await receiveMails(deps, 'due-visitor@mail.example', 1)
  await addressModel.in(deps.db).updateOne({ localPart: 'due-ours' }, { $set: { lastMessageAt: clock.now() } })

  await removeAll(world)

  const left = await addressModel.in(deps.db).find({ localPart: /^due/ }).sort({ localPart: 1 }).toArray()
  expect(left.map(({ localPart }) => localPart)).toEqual(['due-ours', 'due-visitor'])
  for (const address of left) {
    expect(address.lastMessageAt).not.toBeNull()
    expect(address).not.toHaveProperty('unusedUntil')
    expect(address).not.toHaveProperty('isGoing')
  }
})

const removers: [string, (world: CoreWorld) => Promise<unknown>][] = [
  ['the job', removeAll],
  ['a member', ({ deps, operator, serviceId: id }) => deleteUnusedAddresses(deps, operator, { id })],
]

test.each(removers)('a mail that comes after %s has looked for messages keeps its address', async (_, remove) => {
  await using world = await startCoreWorld()
  await waitingAddresses(world)
  const { deleteMany } = Collection.prototype
  vi.spyOn(Collection.prototype, 'deleteMany').mockImplementationOnce(async function (this: Collection, ...given) {
    await receiveMails(world.deps, 'due-visitor@mail.example', 1)
    return await deleteMany.apply(this, given)
  })

  await remove(world)

  expect(await names(world.deps)).toContain('due-visitor')
  expect(await names(world.deps)).not.toContain('due-mail')
})

test.each(removers)('a mail that is stored after %s has removed its address is not acknowledged', async (_, remove) => {
  await using world = await startCoreWorld()
  await waitingAddresses(world)
  const { insertMany } = Collection.prototype
  vi.spyOn(Collection.prototype, 'insertMany').mockImplementationOnce(async function (this: Collection, ...given) {
    await remove(world)
    return await insertMany.apply(this, given)
  })

  expect(await receiveMails(world.deps, 'due-visitor@mail.example', 1)).toEqual(['gone'])
})

test.each(removers)(
  'whenever %s removes addresses beside arriving mails, none that is acknowledged is lost',
  async (_, remove) => {
    await using world = await startCoreWorld()
    const process = await world.secondProcess()
    for (let round = 0; round < 20; round += 1) {
      await addressModel.in(world.deps.db).deleteMany({})
      await waitingAddresses(world)
      const at = 'due-visitor@mail.example'
      const receiving = Array.from({ length: 3 }, () => receiveMails(process, at, 1).catch(() => ['refused']))

      const [outcomes] = await Promise.all([Promise.all(receiving), remove(world)])

      const isThere = (await names(world.deps)).includes('due-visitor')
      expect(isThere, `round ${round}`).toBe(outcomes.flat().includes('stored'))
    }
  },
)

test('a removal that fails leaves no mark', async () => {
  await using world = await startCoreWorld()
  await waitingAddresses(world)
  failNextDeleteMany(new Error('connection lost'))

  await expect(removeUnusedAddresses(world.deps)).rejects.toThrow('connection lost')

  expect(await addressModel.in(world.deps.db).countDocuments({ isGoing: true })).toBe(0)
  expect(await names(world.deps)).toHaveLength(4)
})

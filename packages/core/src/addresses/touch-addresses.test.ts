import { Collection } from 'mongodb'
import { monotonicFactory } from 'ulid'
import { afterEach, expect, test, vi } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { receiveMails } from '../../test/received-mail.ts'
import { flushMessageCounts, renewReceiver } from '../billing/count-messages.ts'
import type { Deps } from '../deps.ts'
import { clearInbox } from '../messages/clear-inbox.ts'
import { deleteMessage } from '../messages/delete-messages.ts'
import { listAddresses } from '../messages/list-addresses.ts'
import { listMessages } from '../messages/list-messages.ts'
import { mendReceiver } from '../messages/received-messages.ts'
import { exportAddresses } from '../whole-service/export-records.ts'
import { addressModel } from './address-model.ts'
import { createAddress } from './create-address.ts'
import { flushArrivals } from './touch-addresses.ts'

afterEach(() => vi.restoreAllMocks())

/** A process whose ids of messages ascend, as a server's do. */
async function processOf(world: CoreWorld): Promise<Deps> {
  const ascending = monotonicFactory()
  return { ...(await world.secondProcess()), newMessageId: () => ascending(world.clock.now().getTime()) }
}

async function newInbox({ deps, operator, serviceId, domain }: CoreWorld, localPart: string) {
  const { address } = await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart })
  return address
}

/** What is stored of each address, and when the newest message of each came. */
async function states({ deps }: CoreWorld) {
  const addresses = await addressModel.in(deps.db).find().sort({ _id: 1 }).toArray()
  const messages = await deps.db.collection('messages').find().sort({ _id: 1 }).toArray()
  const newest = new Map(messages.map(({ addressId, receivedAt }) => [addressId, receivedAt]))
  return addresses.map(({ _id, localPart, lastMessageAt, unusedUntil }) => ({
    localPart,
    isNoted: lastMessageAt !== null && lastMessageAt.getTime() === newest.get(_id)?.getTime(),
    isUnused: unusedUntil !== undefined,
  }))
}

const noted = (...names: string[]) => names.map((localPart) => ({ localPart, isNoted: true, isUnused: false }))

/** The next write to addresses fails, before it reached the database or after it did. */
function failNextNote(when: 'before' | 'after'): void {
  const { bulkWrite } = Collection.prototype
  let isDone = false
  vi.spyOn(Collection.prototype, 'bulkWrite').mockImplementation(async function (this: Collection, ops, options) {
    if (this.collectionName !== 'addresses' || isDone) return await bulkWrite.call(this, ops, options)
    isDone = true
    if (when === 'after') await bulkWrite.call(this, ops, options)
    throw new Error('connection lost')
  })
}

test('what a process received is noted by one write, however many batches there were', async () => {
  await using world = await startCoreWorld()
  const deps = await processOf(world)
  const [one, other] = [await newInbox(world, 'one'), await newInbox(world, 'other')]
  await newInbox(world, 'quiet')
  for (const { fullAddress } of [one, other, one]) {
    await receiveMails(deps, fullAddress, 2)
    world.clock.advance(1_000)
  }
  const written = vi.spyOn(Collection.prototype, 'bulkWrite')

  await flushArrivals(deps)
  await flushArrivals(deps)

  expect(written).toHaveBeenCalledOnce()
  expect(await states(world)).toEqual([
    ...noted('one', 'other'),
    { localPart: 'quiet', isNoted: false, isUnused: true },
  ])
})

test.each(['before', 'after'] as const)(
  'what could not be noted %s the database had it is noted later',
  async (when) => {
    await using world = await startCoreWorld()
    const deps = await processOf(world)
    const [one, other] = [await newInbox(world, 'one'), await newInbox(world, 'other')]
    await receiveMails(deps, one.fullAddress, 1)
    failNextNote(when)

    await expect(flushArrivals(deps)).rejects.toThrow('connection lost')
    world.clock.advance(1_000)
    await receiveMails(deps, other.fullAddress, 1)
    await flushArrivals(deps)

    expect(await states(world)).toEqual(noted('one', 'other'))
  },
)

const crashes: Record<string, (dead: Deps, receive: () => Promise<void>) => Promise<void>> = {
  'before it noted anything': (_, receive) => receive(),
  'after it had counted, and before it noted anything': async (dead, receive) => {
    await receive()
    await flushMessageCounts(dead)
    await renewReceiver(dead)
  },
  'after it had noted and counted all but the last': async (dead, receive) => {
    await flushArrivals(dead)
    await flushMessageCounts(dead)
    await renewReceiver(dead)
    await receive()
  },
  'between noting and counting, and mail came in between': async (dead, receive) => {
    await flushArrivals(dead)
    await receive()
    await flushMessageCounts(dead)
    await renewReceiver(dead)
  },
  'while it noted': async (dead, receive) => {
    await receive()
    failNextNote('before')
    await expect(flushArrivals(dead)).rejects.toThrow('connection lost')
    await flushMessageCounts(dead)
    await renewReceiver(dead)
  },
}

test.each(Object.entries(crashes))(
  'the mails of a process that died %s are noted from the messages',
  async (_, crash) => {
    await using world = await startCoreWorld()
    const dead = await processOf(world)
    const [first, last] = [await newInbox(world, 'first'), await newInbox(world, 'last')]
    await receiveMails(dead, first.fullAddress, 1)
    await crash(dead, async () => {
      world.clock.advance(1_000)
      await receiveMails(dead, last.fullAddress, 1)
    })
    world.clock.advance(31_000)

    while (await mendReceiver(world.deps));

    expect(await states(world)).toEqual(noted('first', 'last'))
  },
)

test('a mend that is cut off is done again from the beginning', async () => {
  await using world = await startCoreWorld()
  const dead = await processOf(world)
  await receiveMails(dead, (await newInbox(world, 'first')).fullAddress, 1)
  world.clock.advance(31_000)
  failNextNote('before')

  await expect(mendReceiver(world.deps)).rejects.toThrow('connection lost')
  while (await mendReceiver(world.deps));

  expect(await states(world)).toEqual(noted('first'))
})

test('a worker of the version before does not find the processes of this one: it would count their messages and note none', async () => {
  await using world = await startCoreWorld()
  const dead = await processOf(world)
  await receiveMails(dead, (await newInbox(world, 'first')).fullAddress, 1)
  await renewReceiver(dead)
  const receivers = world.deps.db.collection('usageReceivers')

  expect(await receivers.countDocuments()).toBe(1)
  expect(await receivers.countDocuments({ aliveAt: { $exists: true } })).toBe(0)
})

test('a process of the version before that died is mended', async () => {
  await using world = await startCoreWorld()
  const dead = await processOf(world)
  await receiveMails(dead, (await newInbox(world, 'first')).fullAddress, 1)
  const receivers = world.deps.db.collection('usageReceivers')
  await receivers.updateMany({}, { $rename: { renewedAt: 'aliveAt' } })
  world.clock.advance(31_000)

  while (await mendReceiver(world.deps));

  expect(await receivers.countDocuments()).toBe(0)
  expect(await states(world)).toEqual(noted('first'))
})

test.each(['deleted', 'cleared'] as const)(
  'an address whose mails are %s before they are noted has had them all the same',
  async (how) => {
    await using world = await startCoreWorld()
    const { deps, operator } = world
    const { id, fullAddress } = await newInbox(world, 'first')
    await receiveMails(deps, fullAddress, 1)
    const [message] = (await listMessages(deps, operator, { address: fullAddress, limit: 1 })).data
    if (how === 'cleared') await clearInbox(deps, operator, id)
    else await deleteMessage(deps, operator, message?.id ?? '')

    const stored = await addressModel.in(deps.db).findOne()

    expect(stored?.lastMessageAt?.toISOString()).toBe(message?.receivedAt)
    expect(stored).not.toHaveProperty('unusedUntil')
  },
)

test('lists and exports have the time of a mail that is not noted yet', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id } = world
  const { fullAddress } = await newInbox(world, 'first')
  const listed = async () => (await listAddresses(deps, operator, { id, limit: 10 })).data[0]?.lastMessageAt
  const newest = async () =>
    (await listMessages(deps, operator, { address: fullAddress, limit: 1 })).data[0]?.receivedAt
  await receiveMails(deps, fullAddress, 1)

  const [exported] = await Array.fromAsync(exportAddresses(deps, id))
  expect(exported?.lastMessageAt?.toISOString()).toBe(await newest())
  expect(await listed()).toBe(await newest())
  // From now on the count is remembered.
  world.clock.advance(180_000)
  expect(await listed()).toBe(await newest())
  expect(await listed()).toBe(await newest())
  await receiveMails(deps, fullAddress, 1)
  expect(await listed()).toBe(await newest())
})

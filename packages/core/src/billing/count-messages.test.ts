import { Collection } from 'mongodb'
import { monotonicFactory } from 'ulid'
import { afterEach, expect, test, vi } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { receivedMails } from '../../test/received-mails.ts'
import type { Deps } from '../deps.ts'
import { mendReceiver } from '../messages/received-messages.ts'
import { flushMessageCounts, renewReceiver } from './count-messages.ts'
import { monthOf, readUsage } from './read-usage.ts'

afterEach(() => vi.restoreAllMocks())

/** A process whose ids of messages ascend, as a server's do. */
async function processOf(world: CoreWorld): Promise<Deps> {
  const ascending = monotonicFactory()
  return { ...(await world.secondProcess()), newMessageId: () => ascending(world.clock.now().getTime()) }
}

async function correctAll(world: CoreWorld): Promise<void> {
  world.clock.advance(31_000)
  while (await mendReceiver(world.deps));
}

async function counted({ deps, serviceId, operator }: CoreWorld) {
  const { days } = await readUsage(deps, operator, { id: serviceId })
  const sum = (field: 'messagesReceived' | 'messagesWithCode' | 'bytesReceived') =>
    days.reduce((total, day) => total + day[field], 0)
  return { messages: sum('messagesReceived'), codes: sum('messagesWithCode'), bytes: sum('bytesReceived') }
}

/** The next write of usage fails, before it reached the database or after it did. */
function failNextCount(when: 'before' | 'after'): void {
  const { bulkWrite } = Collection.prototype
  let isDone = false
  vi.spyOn(Collection.prototype, 'bulkWrite').mockImplementation(async function (this: Collection, ops, options) {
    const isCount = this.collectionName === 'usageDaily' && JSON.stringify(ops).includes('$inc')
    if (!isCount || isDone) return await bulkWrite.call(this, ops, options)
    isDone = true
    if (when === 'after') await bulkWrite.call(this, ops, options)
    throw new Error('connection lost')
  })
}

test('what a process received is counted once, with codes and bytes, however often it is flushed', async () => {
  await using world = await startCoreWorld()
  const deps = await processOf(world)
  const { bytes } = await receivedMails(deps, ['with code', 'without', 'with code'])

  const services = await flushMessageCounts(deps)
  await flushMessageCounts(deps)
  await receivedMails(deps, ['without'])
  await flushMessageCounts(deps)

  expect(services).toEqual(new Set([world.serviceId]))
  expect(await counted(world)).toEqual({ messages: 4, codes: 2, bytes: bytes.total + bytes.without })
})

test.each(['before', 'after'] as const)(
  'a count whose write failed %s it reached the database is written once',
  async (when) => {
    await using world = await startCoreWorld()
    const deps = await processOf(world)
    await receivedMails(deps, ['with code', 'without'])
    await flushMessageCounts(deps)
    await receivedMails(deps, ['with code'])
    failNextCount(when)

    await expect(flushMessageCounts(deps)).rejects.toThrow('connection lost')
    await receivedMails(deps, ['without'])
    await flushMessageCounts(deps)
    await flushMessageCounts(deps)

    expect(await counted(world)).toMatchObject({ messages: 4, codes: 2 })
  },
)

test.each(['before any count', 'after a count', 'after a count whose answer was lost', 'after it said that it lives'])(
  'the messages of a process that died %s are all counted, and once',
  async (when) => {
    await using world = await startCoreWorld()
    const dead = await processOf(world)
    await receivedMails(dead, ['with code', 'without'])
    if (when !== 'before any count') await flushMessageCounts(dead)
    if (when === 'after it said that it lives') await renewReceiver(dead)
    await receivedMails(dead, ['without', 'without', 'with code'])
    if (when === 'after a count whose answer was lost') {
      failNextCount('after')
      await expect(flushMessageCounts(dead)).rejects.toThrow('connection lost')
    }

    await correctAll(world)
    await correctAll(world)

    expect(await counted(world)).toMatchObject({ messages: 5, codes: 2 })
    expect(await world.deps.db.collection('usageReceivers').countDocuments()).toBe(0)
  },
)

test('a batch of which nobody knows what was stored is counted as it is stored, and its retry adds nothing', async () => {
  await using world = await startCoreWorld()
  const deps = await processOf(world)
  await receivedMails(deps, ['without'])
  const { insertMany } = Collection.prototype
  const lost = vi.spyOn(Collection.prototype, 'insertMany').mockImplementationOnce(async function (
    this: Collection,
    ...given
  ) {
    await insertMany.apply(this, given)
    throw new Error('connection lost')
  })

  const retried = await receivedMails(deps, ['with code', 'with code'], { isLost: true })
  lost.mockRestore()
  const outcomes = await retried.again()
  await receivedMails(deps, ['without'])
  await flushMessageCounts(deps)
  const before = await counted(world)
  await correctAll(world)

  expect(outcomes).toEqual(['duplicate', 'duplicate'])
  expect(before.messages).toBe(2)
  expect(await counted(world)).toMatchObject({ messages: 4, codes: 2 })
})

test('a process that was silent and goes on counts what it received since, and nothing twice', async () => {
  await using world = await startCoreWorld()
  const slow = await processOf(world)
  await receivedMails(slow, ['without', 'without'])

  await correctAll(world)
  await receivedMails(slow, ['with code'])
  await flushMessageCounts(slow)
  await correctAll(world)

  expect(await counted(world)).toMatchObject({ messages: 3, codes: 1 })
})

test('a process that was taken for dead and goes on is mended again when it dies', async () => {
  await using world = await startCoreWorld()
  const paused = await processOf(world)
  await receivedMails(paused, ['without'])
  await flushMessageCounts(paused)
  await correctAll(world)

  await renewReceiver(paused)
  await receivedMails(paused, ['with code', 'without'])
  await correctAll(world)

  expect(await counted(world)).toMatchObject({ messages: 3, codes: 1 })
})

test("a test key's mail is counted apart", async () => {
  await using world = await startCoreWorld()
  const deps = await processOf(world)
  await receivedMails(deps, ['without', 'with code'], { isLive: false })
  await receivedMails(deps, ['without'])
  await flushMessageCounts(deps)

  expect(await counted(world)).toMatchObject({ messages: 1, codes: 0 })
  const [day] = await world.deps.db.collection('usageDaily').find().toArray()
  expect(day).toMatchObject({ messagesReceived: 1, test: { messagesReceived: 2, messagesWithCode: 1 } })
})

test('usage has a row for each day that was asked for, and no more than 400', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId: id, clock } = world
  const today = clock.now().toISOString().slice(0, 10)
  const read = async (from?: string, to?: string) => (await readUsage(deps, operator, { id, from, to })).days

  expect((await read('2026-02-27', '2026-03-01')).map(({ date }) => date)).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ])
  const usual = await read()
  expect(usual).toHaveLength(30)
  expect(usual.at(-1)).toEqual({
    date: today,
    messagesReceived: 0,
    messagesWithCode: 0,
    apiRequests: 0,
    addressesCreated: 0,
    deliveries: 0,
    bytesReceived: 0,
  })
  expect(await read('2025-01-01', '2026-02-04')).toHaveLength(400)
  for (const [from, to] of [
    ['2025-01-01', '2026-02-05'],
    ['2026-03-01', '2026-02-28'],
  ]) {
    await expect(read(from, to)).rejects.toMatchObject({ facts: { details: [{ code: 'invalid_range' }] } })
  }
  const { start, end } = monthOf(new Date('2026-12-31T23:59:59.999Z'))
  expect([start, end].map((time) => time.toISOString())).toEqual([
    '2026-12-01T00:00:00.000Z',
    '2027-01-01T00:00:00.000Z',
  ])
})

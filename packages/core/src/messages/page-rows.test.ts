import { dayMs, type MessageListItem } from '@inlet/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { receiveMails } from '../../test/received-mail.ts'
import { deleteAddress } from '../addresses/change-address.ts'
import { createAddress } from '../addresses/create-address.ts'
import type { Deps } from '../deps.ts'
import { clearInbox } from './clear-inbox.ts'
import { deleteMessage } from './delete-messages.ts'
import { listMessages } from './list-messages.ts'
import { listedPages } from './message-memory.ts'
import { packSummary } from './message-shapes.ts'
import { readMessage } from './read-message.ts'

const limit = 10

async function newInbox({ deps, operator, serviceId, domain }: CoreWorld, localPart = 'full') {
  const { address } = await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart })
  return address
}

/** Every page of an inbox, first to last. */
async function pagesOf(deps: Deps, { operator }: CoreWorld, address: string): Promise<MessageListItem[][]> {
  const pages: MessageListItem[][] = []
  let cursor: string | undefined
  do {
    const { data, meta } = await listMessages(deps, operator, { address, limit, cursor })
    pages.push(data)
    cursor = meta.hasMore ? meta.cursor : undefined
  } while (cursor !== undefined)
  return pages
}

const withoutMemory = (deps: Deps): Deps => ({ ...deps, listedPages: listedPages() })

test('after any sequence of changes, by this process or another, a remembered page is what the database has', async () => {
  await using world = await startCoreWorld()
  const other = await world.secondProcess()
  const step = fc.oneof(
    fc.record({ kind: fc.constant('receive' as const), count: fc.integer({ min: 1, max: 4 }) }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'read' as const), place: fc.nat(25) }),
    fc.record({ kind: fc.constant('clear' as const) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 59_000, 3 * dayMs) }),
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      run += 1
      const { id, fullAddress } = await newInbox(world, `full${run}`)
      await receiveMails(world.deps, fullAddress, 25)
      for (const each of steps) {
        const [message] = (await pagesOf(world.deps, world, fullAddress)).flat().slice('place' in each ? each.place : 0)
        if (each.kind === 'receive') await receiveMails(other, fullAddress, each.count)
        if (each.kind === 'delete' && message) await deleteMessage(other, world.operator, message.id)
        if (each.kind === 'read' && message) await readMessage(other, world.operator, message.id)
        if (each.kind === 'clear') await clearInbox(other, world.operator, id)
        if (each.kind === 'wait') world.clock.advance(each.ms)

        const pages = await pagesOf(world.deps, world, fullAddress)

        expect(pages).toEqual(await pagesOf(withoutMemory(world.deps), world, fullAddress))
      }
    }),
    { numRuns: 15 },
  )
})

test('a page that is empty when it is asked for again shows nothing of before', async () => {
  await using world = await startCoreWorld()
  const { fullAddress } = await newInbox(world)
  await receiveMails(world.deps, fullAddress, limit)
  const [page = []] = await pagesOf(world.deps, world, fullAddress)

  for (const { id } of page) await deleteMessage(world.deps, world.operator, id)

  expect(page).toHaveLength(limit)
  expect(await pagesOf(world.deps, world, fullAddress)).toEqual([[]])
  expect(await listMessages(world.deps, world.operator, { address: fullAddress, limit, hasOtp: true })).toMatchObject({
    data: [],
  })
})

test('a message that has expired or whose expiry was changed is not shown as it was remembered', async () => {
  await using world = await startCoreWorld()
  const { id, fullAddress } = await newInbox(world)
  await receiveMails(world.deps, fullAddress, limit)
  const list = async () => (await pagesOf(world.deps, world, fullAddress)).flat()
  const [newest, oldest] = [(await list()).at(0)?.id ?? '', (await list()).at(-1)?.id ?? '']
  const messages = world.deps.db.collection<{ _id: string }>('messages')
  const later = new Date(world.clock.now().getTime() + 90 * dayMs)

  await messages.updateOne({ _id: newest }, { $set: { expiresAt: later } })
  await messages.updateOne({ _id: oldest, addressId: id }, { $set: { expiresAt: world.clock.now() } })

  const listed = await list()
  expect(listed).toHaveLength(limit - 1)
  expect(listed[0]).toMatchObject({ id: newest, expiresAt: later.toISOString() })
})

test('a remembered page opens nothing: to a key of another service it is 403, and after its address was deleted 404', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const { id, fullAddress } = await newInbox(world)
  await receiveMails(deps, fullAddress, limit)
  await pagesOf(deps, world, fullAddress)
  await pagesOf(deps, world, fullAddress)
  const query = { address: fullAddress, limit }

  await expect(listMessages(deps, world.apiKey('01JDZZZZZZZZZZZZZZZZZZZZZZ'), query)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await deleteAddress(deps, operator, id)
  await expect(listMessages(deps, world.apiKey(), query)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await newInbox(world)
  expect((await listMessages(deps, world.apiKey(), query)).data).toEqual([])
})

test('the texts of a page are read once in a minute, however often it is listed, and those of new mails once', async () => {
  await using world = await startCoreWorld()
  const { fullAddress } = await newInbox(world)
  await receiveMails(world.deps, fullAddress, limit)
  const { db } = world.deps
  const list = async () => void (await pagesOf(world.deps, world, fullAddress))
  await db.command({ profile: 2 })

  for (let n = 0; n < 5; n += 1) await list()
  await receiveMails(world.deps, fullAddress, 2)
  for (let n = 0; n < 5; n += 1) await list()
  world.clock.advance(60_000)
  await list()

  await db.command({ profile: 0 })
  const ofFirstPage = { 'command.find': 'messages', 'command.projection.summary': 1, 'command.filter.$and': null }
  const read = await db.collection('system.profile').find(ofFirstPage).sort({ ts: 1 }).toArray()
  expect(read.map(({ command }) => command.filter._id?.$in?.length ?? 'all')).toEqual(['all', 2, 'all'])
})

test('where the short query fails, the page is read in full', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const { fullAddress } = await newInbox(world)
  await receiveMails(deps, fullAddress, limit)
  const before = await pagesOf(deps, world, fullAddress)
  const db = new Proxy(deps.db, {
    get: (target, key) => (key === 'command' ? () => Promise.reject(new Error('gone')) : Reflect.get(target, key)),
  })

  expect(await pagesOf({ ...deps, db }, world, fullAddress)).toEqual(before)
})

test('the memory of pages is bounded by the bytes of what it keeps, whatever mails say', () => {
  const pages = listedPages()
  const item = {
    ...{ id: '', addressId: '', fromAddr: '', fromName: '', toAddr: '', preview: '', sizeBytes: 1, isRead: false },
    ...{ otpCode: null, tags: [], receivedAt: '', expiresAt: '', createdAt: '' },
  }
  const subject = '\u0001\ud83d\ude00'.repeat(1_000)
  const rows = Array.from({ length: 100 }, (_, n) => ({ _id: `${n}`, item: { ...item, subject } }))
  const bytesOfPage = 2 * 2 * packSummary({ ...item, subject }).length * rows.length

  for (let n = 0; n < 40; n += 1)
    pages.set(`page ${n}`, { rows, page: null, answer: Buffer.alloc(0), readAt: new Date(0) })

  expect(pages.size).toBeGreaterThan(1)
  expect(pages.size * bytesOfPage).toBeLessThanOrEqual(67_108_864)
})

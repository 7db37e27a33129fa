import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { workOn } from '../../test/database-work.ts'
import { receiveMails } from '../../test/received-mail.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { createAddress } from '../addresses/create-address.ts'
import { listMessages } from './list-messages.ts'
import { packSummary, toMessageListItem } from './message-shapes.ts'

const limit = 20
const stored = 200

/** An inbox of 200 mails, beside another with as many. */
async function fullInbox() {
  const world = await startCoreWorld()
  const { deps, operator, serviceId, domain } = world
  const make = async (localPart: string) => {
    const { address } = await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart })
    await receiveMails(deps, address.fullAddress, stored)
    return address.fullAddress
  }
  const address = await make('full')
  await make('beside')
  return {
    work: (query: { cursor?: string; q?: string }) =>
      workOn(deps, 'messages', () => listMessages(deps, operator, { address, limit, ...query })),
    page: () => listMessages(deps, operator, { address, limit: 100 }),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

async function nameOf({ deps }: CoreWorld, id: string): Promise<string> {
  const addresses = deps.db.collection<{ _id: string; fullAddress: string }>('addresses')
  return (await addresses.findOne({ _id: id }))?.fullAddress ?? ''
}

test('a page reads its own index keys and one more, and no document, at the beginning of an inbox and deep inside', async () => {
  await using inbox = await fullInbox()
  const { meta } = await inbox.page()

  const pages = [...(await inbox.work({})), ...(await inbox.work({ cursor: meta.cursor }))]

  expect(pages).toHaveLength(2)
  for (const { keysExamined, docsExamined } of pages) {
    expect(keysExamined).toBeLessThanOrEqual(limit + 1)
    expect(docsExamined).toBe(0)
  }
})

test('messages with an action are found without reading any document, and by their tag alone', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const facts = { fromAddr: 'a@b.example', toAddr: 'c@d.example', preview: ',["action",', sizeBytes: 1 }
  const likeTags = { ...facts, fromName: 'action', subject: '[' }
  const actionTags = ['action', 'action:verify', 'link']
  const wanted = await storedMessage(world, { summary: packSummary({ ...likeTags, tags: actionTags }) })
  const { addressId } = wanted
  for (const tags of [[], ['link'], ['bulk', 'plus:action']])
    await storedMessage(world, { addressId, summary: packSummary({ ...likeTags, tags }) })
  for (let more = 0; more < 40; more += 1) await storedMessage(world, { addressId })
  const address = await nameOf(world, addressId)
  const found: string[][] = []

  const work = await workOn(deps, 'messages', async () => {
    const { data } = await listMessages(deps, operator, { address, limit, hasAction: true })
    found.push(data.map(({ id }) => id))
  })

  expect(found).toEqual([[wanted._id]])
  expect(work.length).toBeGreaterThan(0)
  for (const { docsExamined } of work) expect(docsExamined).toBe(0)
})

test('messages with a code are found without reading any document', async () => {
  await using world = await startCoreWorld()
  const { addressId } = await storedMessage(world)
  await storedMessage(world, { addressId, otpCode: null })
  const address = await nameOf(world, addressId)
  const found: number[] = []

  const work = await workOn(world.deps, 'messages', async () => {
    const { data } = await listMessages(world.deps, world.operator, { address, limit, hasOtp: true })
    found.push(data.length)
  })

  expect(found).toEqual([1])
  expect(work.length).toBeGreaterThan(0)
  for (const { docsExamined } of work) expect(docsExamined).toBe(0)
})

test('the fields from the index are those of the document, whatever their values', async () => {
  await using world = await startCoreWorld()
  const receivedAt = new Date(world.deps.clock.now().getTime() - 1)
  const summary = {
    ...{
      fromAddr: '',
      fromName: '\u0001 \ud83d\ude00 "$x.y"',
      toAddr: 'a@b.example',
      subject: '\ud83d\ude00'.repeat(2_000),
    },
    ...{ preview: '\n', sizeBytes: 2 ** 33, tags: [] },
  }
  const one = await storedMessage(world, { receivedAt, summary: packSummary(summary), otpCode: null })
  const two = await storedMessage(world, {
    addressId: one.addressId,
    receivedAt,
    summary: packSummary({ ...summary, sizeBytes: 0, tags: ['b', 'a', 'b'] }),
    isRead: true,
  })

  const address = await nameOf(world, one.addressId)
  const { data } = await listMessages(world.deps, world.operator, { address, limit })

  expect(data).toEqual([toMessageListItem(two), toMessageListItem(one)])
  expect(data[1]).toMatchObject({ ...summary, receivedAt: receivedAt.toISOString() })
})

test('a search reads the documents of its own inbox only, each once', async () => {
  await using inbox = await fullInbox()

  const work = await inbox.work({ q: 'nowhere' })

  expect(work.map(({ docsExamined }) => docsExamined).reduce((sum, docs) => sum + docs, 0)).toBe(stored)
})

test('a search with typographic marks finds mails that are stored with these, as older ones are, and with plain marks', async () => {
  await using world = await startCoreWorld()
  const older = await storedMessage(world, { searchText: 'don’t share it – ever' })
  const { addressId } = older
  const newer = await storedMessage(world, { addressId, searchText: "don't share it - ever" })
  await storedMessage(world, { addressId, searchText: 'dont share it' })
  const address = await nameOf(world, addressId)
  const found = async (q: string) =>
    (await listMessages(world.deps, world.operator, { address, limit, q })).data.map(({ id }) => id)

  expect(await found('Don’t share')).toEqual([newer._id, older._id])
  expect(await found('“it – EVER”')).toEqual([newer._id, older._id])
})

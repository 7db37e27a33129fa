import { createMailParser, packMail } from '@inlet/mail'
import { afterEach, expect, test, vi } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { beforeBulkWrite, beforeInsertReturns } from '../../test/meanwhile.ts'
import { createAddress } from '../addresses/create-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { clearInbox } from './clear-inbox.ts'
import { listMessages } from './list-messages.ts'
import { prepareCopies } from './mail-copies.ts'
import { receiveMessages } from './receive-messages.ts'

afterEach(() => vi.restoreAllMocks())

const parseMail = createMailParser()
const envelope = { mailFrom: 'shop@elsewhere.example', clientIp: '192.0.2.1', helo: 'mx', isTls: true }

const addressesOf = ({ deps }: CoreWorld) => deps.db.collection<{ _id: string }>('addresses')

/** An inbox, and a mail for it. `change` changes its address. */
async function inboxWorld(world: CoreWorld, padding = '') {
  const { deps, operator, serviceId, domain } = world
  const { address } = await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart: 'code' })
  const resolve = recipientResolver(deps)
  const addresses = addressesOf(world)
  const raw = Buffer.from(`Message-ID: <${deps.newId()}@elsewhere.example>\r\nSubject: Hello\r\n\r\n${padding}\r\n`)
  const mail = { parsed: packMail(parseMail(raw, envelope), raw), envelope }
  const recipient = await resolve(address.fullAddress)
  return {
    address,
    receive: async () => (await receiveMessages(deps, [{ recipient, mail }]))[0],
    prepare: async () => await prepareCopies(deps, { ...mail, raw, recipients: [recipient] }),
    change: (update: Parameters<typeof addresses.updateOne>[1]) => addresses.updateOne({ _id: address.id }, update),
    stored: () => addresses.findOne({ _id: address.id }),
    listed: async () => (await listMessages(deps, operator, { address: address.fullAddress, limit: 10 })).data,
  }
}

test('a batch waits for one write, and its addresses are read afterwards, of what a majority has', async () => {
  await using world = await startCoreWorld()
  const { deps } = world
  const inbox = await inboxWorld(world)
  // The first batch of a process registers it.
  await inbox.receive()
  const other = await inboxWorld({ ...world, domain: await anotherDomain(world) })

  await deps.db.command({ profile: 2 })
  const outcome = await other.receive()
  await deps.db.command({ profile: 0 })

  const found = await deps.db.collection('system.profile').find().sort({ ts: 1 }).toArray()
  const done = found.map(({ op, ns, command }) => [op, ns.split('.')[1], command.readConcern?.level])
  expect(outcome).toBe('stored')
  expect(done.filter(([op]) => op !== 'command')).toEqual([
    ['insert', 'messages', undefined],
    ['query', 'addresses', 'majority'],
  ])
})

async function anotherDomain({ deps, serviceId }: CoreWorld) {
  const { _id: id, hostname } = await insertDomain(deps, { serviceId, hostname: 'other.example', state: 'verified' })
  return { id, hostname }
}

test('a mail whose address is deleted before it is stored is gone, and one whose address is cleared is stored where readers see it', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const inbox = await inboxWorld(world)
  beforeInsertReturns(async () => {
    await clearInbox(deps, operator, inbox.address.id)
  })

  expect(await inbox.receive()).toBe('stored')
  expect(await inbox.listed()).toHaveLength(1)

  const other = await inboxWorld({ ...world, domain: await anotherDomain(world) })
  beforeInsertReturns(async () => {
    await addressesOf(world).deleteOne({ _id: other.address.id })
  })

  expect(await other.receive()).toBe('gone')
})

const past = new Date(0)

test.each([
  ['that somebody looks at to remove it', { $set: { isGoing: true } }],
  ['of the version before that never had a mail', { $set: { idleUntil: past }, $unset: { unusedUntil: '' } }],
] as const)('an address %s is in use before its mail is acknowledged', async (_, update) => {
  await using world = await startCoreWorld()
  const inbox = await inboxWorld(world)
  await inbox.change(update)

  expect(await inbox.receive()).toBe('stored')

  const [message] = await inbox.listed()
  const address = await inbox.stored()
  expect(address).toMatchObject({ lastMessageAt: new Date(message?.receivedAt ?? '') })
  for (const field of ['isGoing', 'idleUntil', 'unusedUntil']) expect(address).not.toHaveProperty(field)
})

test('an address that is removed although its mail has met the mark makes that mail gone', async () => {
  await using world = await startCoreWorld()
  const inbox = await inboxWorld(world)
  await inbox.change({ $set: { isGoing: true } })
  beforeBulkWrite(async () => {
    await addressesOf(world).deleteOne({ _id: inbox.address.id })
  })

  expect(await inbox.receive()).toBe('gone')
})

test('the retry of a large mail is known before it is sent to the database, unless its address is about to be removed', async () => {
  await using world = await startCoreWorld()
  const inbox = await inboxWorld(world, 'x'.repeat(1_300_000))
  const [copy] = await inbox.prepare()
  if (copy === undefined || copy === 'duplicate') throw new Error('the first attempt has nothing stored')
  await receiveMessages(world.deps, [copy])

  expect(await inbox.prepare()).toEqual(['duplicate'])
  await inbox.change({ $set: { isGoing: true } })
  const [again] = await inbox.prepare()
  if (again === undefined || again === 'duplicate') throw new Error('it was taken as safe')

  expect(await receiveMessages(world.deps, [again])).toEqual(['duplicate'])
  expect(await inbox.stored()).not.toHaveProperty('isGoing')
})

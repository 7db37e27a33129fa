import { randomBytes } from 'node:crypto'
import { type Caller, clearInbox, deleteAddress, deleteMessage, sweepMessages } from '@inlet/core'
import type { Document } from 'mongodb'
import { expect, test } from 'vitest'
import { smtpClient } from '../support/smtp-client.ts'
import { storedSource } from '../support/stored-source.ts'
import { type OwnWorld, plainMail, startWorld } from '../support/world.ts'

const copies = 100
/** Where a mail and all that is made of it may lie; what is reported of a message, its list item, lies elsewhere. */
const mailCollections = ['messages', 'sharedContents', 'rawChunks']

/** Random letters, which no packing makes much smaller, in lines. */
const noise = (bytes: number) =>
  randomBytes(bytes * 0.75)
    .toString('base64')
    .replace(/.{70}/g, '$&\r\n')

const recipients = (fullAddress: string, count = copies) =>
  Array.from({ length: count }, (_, n) => fullAddress.replace('@', `+${n}@`))

async function deliver({ smtpPort }: OwnWorld, raw: string, to: string[]): Promise<number> {
  await using client = await smtpClient(smtpPort ?? 0)
  await client.pipeline(['MAIL FROM:<a@elsewhere.example>', ...to.map((address) => `RCPT TO:<${address}>`)])
  await client.say('DATA')
  client.write(`${raw}.\r\n`)
  return (await client.reply()).code
}

/** Bytes of all documents of a mail's collections. */
async function storedBytes({ deps }: OwnWorld): Promise<number> {
  const sums = await Promise.all(
    mailCollections.map((name) =>
      deps.db
        .collection(name)
        .aggregate<{ bytes: number }>([{ $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } }])
        .toArray(),
    ),
  )
  return sums.flat().reduce((sum, { bytes }) => sum + bytes, 0)
}

async function counts({ deps }: OwnWorld): Promise<number[]> {
  return await Promise.all(mailCollections.map((name) => deps.db.collection(name).countDocuments()))
}

const messagesIn = ({ deps }: OwnWorld): Promise<Document[]> => deps.db.collection('messages').find().toArray()

const operator: Caller = { kind: 'operator', name: 'root', origin: { ip: null, requestId: 'tests' } }

async function sweepAll(world: OwnWorld): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    world.clock.advance(121_000)
    while (await sweepMessages(world.deps));
  }
}

test('a mail for a hundred details of one address takes at most twice the bytes that were sent, and each copy is whole', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'flood', subject: 'Flood', text: `Needle in the text\r\n${noise(240_000)}` })

  const code = await deliver(world, raw, recipients(fullAddress))

  expect(code).toBe(250)
  expect(await storedBytes(world)).toBeLessThan(2 * raw.length)
  const { data } = (await world.inbox(fullAddress, '?limit=100&q=needle%20flood')).body
  expect(new Set(data.map(({ toAddr }: { toAddr: string }) => toAddr))).toEqual(new Set(recipients(fullAddress)))
  expect((await world.inbox(fullAddress, '?q=nowhere')).body.data).toEqual([])
  for (const { id } of [data[0], data[99]]) {
    const detail = await world.call(`/v1/messages/${id}`)
    expect(detail.body.data.textBody).toContain('Needle in the text')
  }
  for (const message of (await messagesIn(world)).slice(0, 3)) {
    expect((await storedSource(world.deps.db, message)).raw.toString()).toBe(raw)
  }
})

test('shared content is deleted with the last of its copies, not before, however each is deleted', async () => {
  await using world = await startWorld()
  const { id, fullAddress } = await world.address('code')
  const other = await world.address('other')
  const raw = plainMail({ id: 'shared', text: noise(400_000) })
  await deliver(world, raw, [fullAddress, ...recipients(fullAddress, 3), other.fullAddress])
  const list = async (address: string) => (await world.inbox(address)).body.data.map((each: Document) => each.id)
  const [first] = await list(fullAddress)
  const whole = await counts(world)

  await deleteMessage(world.deps, operator, first)
  await clearInbox(world.deps, world.caller, id)
  await sweepAll(world)

  expect(whole).toEqual([5, 1, 1])
  expect(await counts(world)).toEqual([1, 1, 1])
  const [last] = await list(other.fullAddress)
  expect((await world.call(`/v1/messages/${last}`)).body.data.textBody.length).toBeGreaterThan(400_000)
  await deleteAddress(world.deps, operator, other.id)
  await sweepAll(world)
  expect(await counts(world)).toEqual([0, 0, 0])
  expect(await world.deps.db.collection('sweepOrders').countDocuments()).toBe(0)
})

test('copies in different services share nothing', async () => {
  await using world = await startWorld()
  const [own, others] = [await world.address('code'), await world.address('code', world.stranger)]
  const raw = plainMail({ id: 'two-services', text: noise(400_000) })

  await deliver(world, raw, [...recipients(own.fullAddress, 2), ...recipients(others.fullAddress, 2)])

  const services = new Map<string, Set<string>>()
  for (const { serviceId, sourceId } of await messagesIn(world)) {
    services.set(serviceId, (services.get(serviceId) ?? new Set()).add(sourceId))
  }
  const [one, two] = [...services.values()].map((ids) => [...ids])
  expect([one?.length, two?.length]).toEqual([1, 1])
  expect(one).not.toEqual(two)
  for (const message of await messagesIn(world)) {
    expect((await storedSource(world.deps.db, message)).raw.toString()).toBe(raw)
  }
})

test('a mail for one recipient is one document, and a small mail for two recipients is two', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')

  await deliver(world, plainMail({ text: noise(100_000) }), [fullAddress])
  await deliver(world, plainMail({ id: 'small' }), recipients(fullAddress, 2))

  expect(await counts(world)).toEqual([3, 0, 0])
  expect(await world.deps.db.collection('sweepOrders').countDocuments()).toBe(0)
})

test('the same large mail sent four times leaves one source, and none when its message is deleted', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'large', text: noise(2_000_000) })

  const codes = []
  for (let n = 0; n < 4; n += 1) codes.push(await deliver(world, raw, [fullAddress]))

  expect(codes).toEqual([250, 250, 250, 250])
  expect(await counts(world)).toEqual([1, 0, 2])
  const [message] = (await world.inbox(fullAddress)).body.data
  await deleteMessage(world.deps, operator, message.id)
  await sweepAll(world)
  expect(await counts(world)).toEqual([0, 0, 0])
})

test('after a large mail was sent on many connections at the same moment, the sweep leaves one source', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'race', text: noise(300_000) })

  const codes = await Promise.all(Array.from({ length: 4 }, () => deliver(world, raw, [fullAddress])))
  await sweepAll(world)

  expect(codes).toEqual([250, 250, 250, 250])
  expect(await counts(world)).toEqual([1, 0, 1])
  const [message] = await messagesIn(world)
  expect((await storedSource(world.deps.db, message ?? null)).raw.toString()).toBe(raw)
})

test('a large mail that is sent again after its inbox was cleared is whole, and the sweep deletes only its first source', async () => {
  await using world = await startWorld()
  const { id, fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'weekly', text: noise(300_000) })
  await deliver(world, raw, [fullAddress])
  await clearInbox(world.deps, world.caller, id)

  const code = await deliver(world, raw, [fullAddress])
  await sweepAll(world)

  expect(code).toBe(250)
  expect(await counts(world)).toEqual([1, 0, 1])
  const [message] = await messagesIn(world)
  expect((await storedSource(world.deps.db, message ?? null)).raw.toString()).toBe(raw)
})

test('a retry for more recipients stores the missing copies, and what they share', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'partly', text: noise(300_000) })
  await deliver(world, raw, recipients(fullAddress, 1))

  await deliver(world, raw, recipients(fullAddress, 4))

  expect(await counts(world)).toEqual([4, 1, 2])
  for (const message of await messagesIn(world)) {
    expect((await storedSource(world.deps.db, message)).raw.toString()).toBe(raw)
  }
})

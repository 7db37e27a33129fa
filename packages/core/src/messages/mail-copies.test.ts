import { createMailParser, packMail } from '@inlet/mail'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { beforeBulkWrite, beforeInsertReturns, failNextDeleteMany } from '../../test/meanwhile.ts'
import { createAddress } from '../addresses/create-address.ts'
import { recipientResolver } from '../addresses/resolve-recipient.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { rawChunkModel, sharedContentModel } from './large-parts-model.ts'
import { type MailOfCopies, prepareCopies } from './mail-copies.ts'
import { messageModel } from './message-model.ts'
import { readMessage } from './read-message.ts'
import { receiveMessages } from './receive-messages.ts'

const parseMail = createMailParser()

const envelope = { mailFrom: 'shop@elsewhere.example', clientIp: '192.0.2.1', helo: 'mx', isTls: true }

/** A mail of 300 kB for two details of one address. */
async function twoCopies({ deps, operator, serviceId, domain }: CoreWorld): Promise<MailOfCopies> {
  const input = { id: serviceId, domainId: domain.id, localPart: 'code' }
  const { address } = await createAddress(deps, operator, input)
  const resolve = recipientResolver(deps)
  const names = ['a', 'b'].map((detail) => address.fullAddress.replace('@', `+${detail}@`))
  const recipients = await Promise.all(names.map(resolve))
  const raw = Buffer.from(`Message-ID: <one@elsewhere.example>\r\n\r\n${'A line of it.\r\n'.repeat(20_000)}`)
  return { parsed: packMail(parseMail(raw, envelope), raw), envelope, raw, recipients }
}

/** An address that its first mail creates. */
const firstMail = ({ deps, domain }: CoreWorld, detail: string) =>
  recipientResolver(deps)(`postmaster+${detail}@${domain.hostname}`)

const wanted = (copies: Awaited<ReturnType<typeof prepareCopies>>) => copies.filter((copy) => copy !== 'duplicate')

async function counts({ deps }: CoreWorld): Promise<number[]> {
  const models = [messageModel, sharedContentModel, rawChunkModel]
  return await Promise.all(models.map((model) => model.in(deps.db).countDocuments()))
}

async function sweepAll({ deps, clock }: CoreWorld): Promise<void> {
  clock.advance(121_000)
  while (await sweepMessages(deps));
}

test('large parts that no message came to name are deleted by the sweep, long before their TTL', async () => {
  await using world = await startCoreWorld()
  await prepareCopies(world.deps, await twoCopies(world))
  const written = await counts(world)

  await sweepAll(world)

  expect(written).toEqual([0, 1, 1])
  expect(await counts(world)).toEqual([0, 0, 0])
})

test('a sweep that fails between shared content and raw chunks deletes neither, and a later one both', async () => {
  await using world = await startCoreWorld()
  await prepareCopies(world.deps, await twoCopies(world))
  world.clock.advance(121_000)
  failNextDeleteMany(new Error('connection lost'))

  await expect(sweepMessages(world.deps)).rejects.toThrow('connection lost')
  const left = await counts(world)
  await sweepAll(world)

  expect(left).toEqual([0, 1, 1])
  expect(await counts(world)).toEqual([0, 0, 0])
})

test('large parts that messages name stay, however often the sweep runs', async () => {
  await using world = await startCoreWorld()
  const copies = await prepareCopies(world.deps, await twoCopies(world))

  const outcomes = await receiveMessages(world.deps, wanted(copies))
  await sweepAll(world)
  await sweepAll(world)

  expect(outcomes).toEqual(['stored', 'stored'])
  expect(await counts(world)).toEqual([2, 1, 1])
})

test('a copy that is inserted so late that the sweep may have run fails, and leaves no message', async () => {
  await using world = await startCoreWorld()
  const copies = wanted(await prepareCopies(world.deps, await twoCopies(world)))
  world.clock.advance(60_001)

  expect(await receiveMessages(world.deps, copies)).toEqual(['failed', 'failed'])

  expect(await counts(world)).toEqual([0, 1, 1])
})

test('a copy whose insert takes so long that the sweep may have run fails, and leaves no message', async () => {
  await using world = await startCoreWorld()
  const copies = wanted(await prepareCopies(world.deps, await twoCopies(world)))
  beforeInsertReturns(async () => world.clock.advance(110_001))

  expect(await receiveMessages(world.deps, copies)).toEqual(['failed', 'failed'])

  expect(await counts(world)).toEqual([0, 1, 1])
  await sweepAll(world)
  expect(await counts(world)).toEqual([0, 0, 0])
})

test('a copy whose retry was answered as stored is never deleted, though its own insert was slow', async () => {
  await using world = await startCoreWorld()
  const second = await world.secondProcess()
  const mail = await twoCopies(world)
  const copies = wanted(await prepareCopies(world.deps, mail))
  const retries: unknown[] = []
  world.clock.advance(30_000)
  beforeInsertReturns(async () => {
    retries.push(...(await prepareCopies(second, mail)))
    // The longest time of a write.
    world.clock.advance(50_000)
  })

  const outcomes = await receiveMessages(world.deps, copies)
  await sweepAll(world)

  expect(retries).toEqual(['duplicate', 'duplicate'])
  expect(outcomes).toEqual(['stored', 'stored'])
  expect(await counts(world)).toEqual([2, 1, 1])
})

test('a copy that is delayed by the insertion of its address fails before it is inserted', async () => {
  await using world = await startCoreWorld()
  const mail = await twoCopies(world)
  const recipients = await Promise.all(['a', 'b'].map((detail) => firstMail(world, detail)))
  const copies = wanted(await prepareCopies(world.deps, { ...mail, recipients }))
  const inserted: number[] = []
  beforeBulkWrite(async () => world.clock.advance(60_001))
  beforeInsertReturns(async () => void inserted.push(await messageModel.in(world.deps.db).countDocuments()))

  expect(await receiveMessages(world.deps, copies)).toEqual(['failed', 'failed'])

  expect(inserted).toEqual([])
  expect(await counts(world)).toEqual([0, 1, 1])
})

test.each([
  ['is looked for', (world: CoreWorld, mail: MailOfCopies) => prepareCopies(world.deps, mail)],
  ['is inserted', () => Promise.resolve([])],
])('a copy whose large parts are gone is not stored for a retry that %s: the retry replaces it', async (_, look) => {
  await using world = await startCoreWorld()
  const { deps } = world
  const mail = await twoCopies(world)
  const retries = wanted(await prepareCopies(deps, mail))
  await receiveMessages(deps, wanted(await prepareCopies(deps, mail)))
  const named = await messageModel.in(deps.db).findOne()
  await sharedContentModel.in(deps.db).deleteOne({ _id: named?.sourceId ?? '' })
  await rawChunkModel.in(deps.db).deleteOne({ _id: `${named?.sourceId}:0` })

  const looked = await look(world, mail)
  const outcomes = await receiveMessages(deps, retries)

  expect(looked).not.toContain('duplicate')
  expect(outcomes).toEqual(['stored', 'stored'])
  const sources = (await messageModel.in(deps.db).find().toArray()).map(({ sourceId }) => sourceId)
  expect(sources).toEqual(retries.map((copy) => copy.mail.largeParts?.sourceId))
})

test('a retry writes nothing for copies that are stored, and says so', async () => {
  await using world = await startCoreWorld()
  const mail = await twoCopies(world)
  await receiveMessages(world.deps, wanted(await prepareCopies(world.deps, mail)))

  expect(await prepareCopies(world.deps, mail)).toEqual(['duplicate', 'duplicate'])

  expect(await counts(world)).toEqual([2, 1, 1])
})

test('a message whose shared content is lost is an error, and not NOT_FOUND', async () => {
  await using world = await startCoreWorld()
  await receiveMessages(world.deps, wanted(await prepareCopies(world.deps, await twoCopies(world))))
  const message = await messageModel.in(world.deps.db).findOne()
  await sharedContentModel.in(world.deps.db).deleteMany()

  const read = readMessage(world.deps, world.operator, message?._id ?? '')

  await expect(read).rejects.toThrow('The content of a message is missing')
})

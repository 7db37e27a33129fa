import { dayMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { dotStuffed, type SmtpClient, smtpClient } from '../support/smtp-client.ts'
import { storedSource } from '../support/stored-source.ts'
import { startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer()

/** The raw source of the only message of an address. */
async function sourceIn({ deps: { db } }: World, addressId: string) {
  return await storedSource(db, await db.collection('messages').findOne({ addressId }))
}

async function deliverIn(client: SmtpClient, to: string, pieces: Buffer[]): Promise<number> {
  await client.begin([to])
  for (const piece of pieces) await new Promise((resolve) => client.socket.write(piece, resolve))
  return (await client.reply()).code
}

const head = 'Subject: Bytes\r\nContent-Type: text/plain\r\n\r\n'
const everyByte = Buffer.from(
  Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== 13 && byte !== 10),
)

test('lines that begin with dots are stored as they were written, in any chunks', async () => {
  const world = await newWorld()
  const raw = Buffer.from(`${head}.\r\n..\r\n...\r\n.one\r\n..two\r\n \r\n.\r\n`)
  const stuffed = dotStuffed(raw)
  const cuts = [
    [stuffed],
    Array.from(stuffed, (byte) => Buffer.of(byte)),
    Array.from({ length: Math.ceil(stuffed.length / 3) }, (_, index) => stuffed.subarray(index * 3, index * 3 + 3)),
  ]

  for (const [index, pieces] of cuts.entries()) {
    const { id, fullAddress } = await world.address(`cut-${index}`)
    await using client = await smtpClient(world.smtpPort ?? 0)
    expect(await deliverIn(client, fullAddress, pieces)).toBe(250)
    expect((await sourceIn(world, id)).raw.equals(raw)).toBe(true)
  }
})

test('a mail whose first line is a stuffed dot is stored whole, also if it arrives byte by byte', async () => {
  const world = await newWorld()
  const raw = Buffer.from('.\r\n.\r\nSubject: no\r\n\r\nx\r\n')

  for (const [index, pieces] of [[dotStuffed(raw)], Array.from(dotStuffed(raw), (byte) => Buffer.of(byte))].entries()) {
    const { id, fullAddress } = await world.address(`first-${index}`)
    await using client = await smtpClient(world.smtpPort ?? 0)
    expect(await deliverIn(client, fullAddress, pieces)).toBe(250)
    expect((await sourceIn(world, id)).raw.toString()).toBe(raw.toString())
  }
})

test('eight-bit bytes, NUL and very long lines are kept byte for byte', async () => {
  const world = await newWorld()
  const { id, fullAddress } = await world.address('code')
  const raw = Buffer.concat([
    Buffer.from(head),
    everyByte,
    Buffer.from('\r\n'),
    Buffer.alloc(100_000, 0xe4),
    Buffer.from('\r\n'),
  ])
  await using client = await smtpClient(world.smtpPort ?? 0)

  const answer = await client.deliver(raw, fullAddress)

  expect(answer.code).toBe(250)
  expect((await sourceIn(world, id)).raw.equals(raw)).toBe(true)
})

test('a large mail is kept byte for byte in pieces, and its copies share them', async () => {
  await using world = await startWorld()
  const { id, fullAddress } = await world.address('code')
  const other = await world.address('other')
  const lines = Array.from({ length: 9_000 }, (_, index) =>
    Buffer.concat([Buffer.from(`.${index} `), everyByte, Buffer.from('\r\n')]),
  )
  const raw = Buffer.concat([Buffer.from(head), ...lines])
  await using client = await smtpClient(world.smtpPort ?? 0)

  const answer = await client.deliver(raw, [fullAddress, other.fullAddress])

  expect(answer.code).toBe(250)
  const [one, two] = [await sourceIn(world, id), await sourceIn(world, other.id)]
  expect(one.chunks).toBe(Math.ceil(raw.length / (1024 * 1024)))
  expect(one.raw.equals(raw)).toBe(true)
  expect(two.raw.equals(raw)).toBe(true)
  expect(await world.deps.db.collection('rawChunks').countDocuments()).toBe(one.chunks)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ sizeBytes: raw.length }])
})

test('the raw chunks of a large mail are kept at least as long as its message, and not much longer', async () => {
  await using world = await startWorld()
  const { id, fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  await client.deliver(
    Buffer.concat([Buffer.from(head), Buffer.alloc(300 * 1024, 'x'), Buffer.from('\r\n')]),
    fullAddress,
  )

  const message = await world.deps.db.collection('messages').findOne({ addressId: id })
  const chunks = await world.deps.db.collection('rawChunks').find().toArray()
  const longerMs = chunks.map(({ expiresAt }) => expiresAt.getTime() - message?.expiresAt.getTime())
  expect(longerMs).toHaveLength(1)
  expect(longerMs[0]).toBeGreaterThanOrEqual(0)
  expect(longerMs[0]).toBeLessThanOrEqual(dayMs)
})

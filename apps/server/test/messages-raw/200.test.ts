import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer()

async function received(world: World, raw: string | Buffer) {
  const { fullAddress } = await world.address('code')
  await world.send(raw, fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  const { token } = await person(world, { role: 'viewer' })
  const read = () => world.call(`/v1/messages/${item?.id}/raw`, { token })
  return { id: item?.id, fullAddress, read }
}

const large = `Subject: Large\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(45_000)}`

test('the source is answered byte for byte as a file, and the message stays unread', async () => {
  const world = await newWorld()
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, n) => n).filter((byte) => byte !== 10 && byte !== 13))
  const raw = Buffer.concat([Buffer.from('Subject: Odd bytes\r\n\r\n'), bytes, Buffer.from('\r\n')])
  const { id, fullAddress, read } = await received(world, raw)

  const answer = await read()

  expect(answer.status).toBe(200)
  expect(answer.bytes?.equals(raw)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'message/rfc822',
    'content-length': String(raw.length),
    'content-disposition': `attachment; filename="${id}.eml"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: false }])
})

test('a source of several chunks is answered whole', async () => {
  await using world = await startWorld()
  const { read } = await received(world, large)

  const answer = await read()

  expect(await world.deps.db.collection('rawChunks').countDocuments()).toBeGreaterThan(2)
  expect(answer.headers['content-length']).toBe(String(large.length))
  expect(answer.text === large).toBe(true)
})

test('an answer whose source is deleted on the way is cut off before its length, and the server says why in its log', async () => {
  const world = await newWorld()
  const { read } = await received(world, large)
  await world.deps.db.collection<{ _id: string }>('rawChunks').deleteMany({ _id: { $not: /:0$/ } })

  await expect(read()).rejects.toThrow('aborted')

  const line = world.lines.find((each) => each.includes('response ended early'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ requestId: expect.any(String) })
  expect((await world.addresses()).status).toBe(200)
})

test('a source of which nothing is left is 404', async () => {
  await using world = await startWorld()
  const { read } = await received(world, large)
  await world.deps.db.collection('rawChunks').deleteMany({})

  expect(await read()).toMatchError(404, 'NOT_FOUND')
})

test('the typed path answers no files', async () => {
  const world = await newWorld()
  const { id } = await received(world, plainMail())
  const { token } = await person(world, { role: 'viewer' })
  const input = encodeURIComponent(JSON.stringify({ id }))

  for (const router of ['dashboard', 'messageFiles']) {
    const answer = await world.call(`/trpc/${router}.readMessageSource?input=${input}`, { token })
    expect(answer.status, router).toBe(404)
  }
})

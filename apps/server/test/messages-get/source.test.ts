import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail, startWorld } from '../support/world.ts'

const newWorld = sharedServer()
const accept = (value: string) => ({ headers: { accept: value } })

test('with Accept: message/rfc822 the source is answered byte for byte, as a file, and the message is read', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const raw = Buffer.concat([
    Buffer.from('Subject: Odd bytes\r\nX-Long: a\r\n\tb\r\n\r\n..dots\r\n.single\r\n'),
    Buffer.from(Array.from({ length: 256 }, (_, n) => n).filter((byte) => byte !== 10 && byte !== 13)),
    Buffer.from('\r\n'),
  ])
  await world.send(raw, fullAddress)
  const [item] = await world.messagesOf(fullAddress)

  const answer = await world.call(`/v1/messages/${item?.id}`, accept('message/rfc822'))

  expect(answer.status).toBe(200)
  expect(answer.bytes?.equals(raw)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'message/rfc822',
    'content-length': String(raw.length),
    'content-disposition': `attachment; filename="${item?.id}.eml"`,
    'x-content-type-options': 'nosniff',
  })
  expect(item?.sizeBytes).toBe(raw.length)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: true }])
})

test('a source in raw chunks is answered whole too', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const lines = randomBytes(9 * 1024 * 1024)
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')
  const raw = Buffer.from(`Subject: Large\r\n\r\n${lines}\r\n`)
  await world.send(raw, fullAddress)
  const [item] = await world.messagesOf(fullAddress)

  const answer = await world.call(`/v1/messages/${item?.id}`, accept('message/rfc822'))

  expect(answer.bytes?.equals(raw)).toBe(true)
})

test('JSON is answered unless the client prefers the source; parameters of a media type change nothing', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  const typeFor = async (value: string) =>
    (await world.call(`/v1/messages/${item?.id}`, accept(value))).headers['content-type']

  for (const value of [
    '*/*',
    'application/json',
    'application/*',
    'text/html',
    '',
    'nonsense',
    'message/rfc822;q=0',
    'message/rfc822;q=0.5, application/json',
    '*/*, message/rfc822;q=0.9',
    'message/rfc822;charset=utf-8;q=0.5, application/json;charset="utf-8"',
  ]) {
    expect(await typeFor(value), value).toBe('application/json; charset=utf-8')
  }
  for (const value of [
    'message/rfc822',
    'MESSAGE/RFC822',
    'message/rfc822;charset=utf-8',
    'message/rfc822; charset="a,b;c" ;Q=0.5, application/json;q=0.4',
    'message/*',
    'message/rfc822, */*;q=0.1',
    'application/json;q=0.5, message/rfc822',
    'text/html, message/rfc822;q=0.2',
  ]) {
    expect(await typeFor(value), value).toBe('message/rfc822')
  }
})

test('with Accept: message/rfc822 every refusal is JSON all the same, in the same order of checks', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  const path = `/v1/messages/${item?.id}`
  const key = await world.apiKey({ scope: 'read', tenant: world.stranger })
  const source = accept('message/rfc822')

  expect(await world.call(path, { ...source, key: null })).toMatchError(401, 'UNAUTHORIZED')
  expect(await world.call(path, { ...source, key })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(await world.call('/v1/messages/x', source)).toMatchError(400, 'BAD_REQUEST')
  expect(await world.call(`${path}?include=x`, source)).toMatchError(400, 'BAD_REQUEST')
  expect(await world.call(`${path}?x=1`, source)).toMatchError(400, 'BAD_REQUEST', 'unknown_parameter')
  expect(await world.call('/v1/messages/01JD3Q7Z5V8XK2M4N6P8R0T2W4', source)).toMatchError(404, 'NOT_FOUND')
  expect((await world.call(path, { ...source, method: 'HEAD' })).status).toBe(405)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: false }])
})

test('other endpoints answer JSON, whatever Accept says', async () => {
  const world = await newWorld()

  expect((await world.addresses('', accept('message/rfc822'))).headers['content-type']).toMatch(/^application\/json/)
})

test('a source whose raw chunks are deleted is 404', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.send(`Subject: Large\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(5_000), fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  await world.deps.db.collection('rawChunks').deleteMany({})

  const path = `/v1/messages/${item?.id}`
  expect(await world.call(path, accept('message/rfc822'))).toMatchError(404, 'NOT_FOUND')
  expect((await world.call(path)).status).toBe(200)
})

import { rawMail } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

test('the answer is the detail shape of the message, exactly: its bodies, and no createdAt', async () => {
  const world = await newWorld()
  const { id: addressId, fullAddress } = await world.address('code')
  const raw = rawMail('otp-482913')
  await world.send(raw, fullAddress)
  const [item] = await world.messagesOf(fullAddress)

  const answer = await world.call(`/v1/messages/${item?.id}`)

  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.body).toEqual({
    data: {
      id: item?.id,
      addressId,
      fromAddr: item?.fromAddr,
      fromName: item?.fromName,
      toAddr: fullAddress,
      subject: item?.subject,
      preview: item?.preview,
      textBody: expect.stringContaining('482913'),
      htmlBody: expect.stringContaining('482913'),
      sizeBytes: raw.length,
      isRead: true,
      otpCode: '482913',
      tags: item?.tags,
      receivedAt: expect.stringMatching(timestamp),
      expiresAt: expect.stringMatching(timestamp),
    },
  })
  expect(answer.body.data).toMatchObject({ receivedAt: item?.receivedAt, expiresAt: item?.expiresAt })
})

test('a mail without HTML has an empty htmlBody, one without text its HTML as text', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ text: 'Some words' }), fullAddress)
  await world.send(rawMail('html-only'), fullAddress)
  const [html, plain] = await world.messagesOf(fullAddress)

  expect((await world.call(`/v1/messages/${plain?.id}`)).body.data).toMatchObject({
    textBody: 'Some words\n',
    htmlBody: '',
  })
  const { textBody, htmlBody } = (await world.call(`/v1/messages/${html?.id}`)).body.data
  expect(htmlBody).toContain('<')
  expect(textBody).not.toBe('')
  expect(textBody).not.toMatch(/<\/?\w+>/)
})

test('reading marks the message read, once and for every reader; listing does not', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  for (const subject of ['first', 'second']) await world.send(plainMail({ subject }), fullAddress)
  const [second, first] = await world.messagesOf(fullAddress)
  expect([second?.isRead, first?.isRead]).toEqual([false, false])

  const reads = [
    await world.call(`/v1/messages/${first?.id}`),
    await world.call(`/v1/messages/${first?.id}`, { key: world.keys.read }),
  ]

  expect(reads.map(({ body }) => body.data.isRead)).toEqual([true, true])
  expect(reads[1]?.text).toBe(reads[0]?.text)
  expect(await world.messagesOf(fullAddress)).toMatchObject([
    { subject: 'second', isRead: false },
    { subject: 'first', isRead: true },
  ])
})

test('a HEAD, a refused call or a bad id marks no message read', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail(), fullAddress)
  const [item] = await world.messagesOf(fullAddress)
  const path = `/v1/messages/${item?.id}`
  const key = await world.apiKey({ scope: 'admin', tenant: world.stranger })

  expect((await world.call(path, { method: 'HEAD' })).status).toBe(405)
  expect(await world.call(path, { key })).toMatchError(403, 'FORBIDDEN', 'wrong_service')
  expect(await world.call(path, { key: null })).toMatchError(401, 'UNAUTHORIZED')
  expect(await world.call(`/v1/messages/${item?.id.toLowerCase()}`)).toMatchError(400, 'BAD_REQUEST')

  expect(await world.messagesOf(fullAddress)).toMatchObject([{ isRead: false }])
})

test('one mail to two inboxes is two messages, each read by itself', async () => {
  const world = await newWorld()
  const [one, other] = [await world.address('one'), await world.address('other')]
  await world.send(plainMail({ id: 'both' }), [one.fullAddress, other.fullAddress])
  const [item] = await world.messagesOf(one.fullAddress)

  await world.call(`/v1/messages/${item?.id}`)

  expect(await world.messagesOf(one.fullAddress)).toMatchObject([{ toAddr: one.fullAddress, isRead: true }])
  expect(await world.messagesOf(other.fullAddress)).toMatchObject([{ toAddr: other.fullAddress, isRead: false }])
})

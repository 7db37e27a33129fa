import { deleteMessage, type WebhookDoc } from '@inlet/core'
import { rawMail, type WebhookReceiver, waitFor, webhookReceiver } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { storeWebhook, webhookSecret } from '../support/stored-webhook.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer()
const addWebhook = ({ deps, tenant }: World, url: string, more: Partial<WebhookDoc> = {}) =>
  storeWebhook(deps, { serviceId: tenant.serviceId, url, ...more })

const payloadsOf = ({ calls }: WebhookReceiver) => calls.map(({ body }) => JSON.parse(body))

test('an address, a mail to it and its deletion reach the receiver, each verified and without a body of the mail', async () => {
  const world = await newWorld()
  await using receiver = await webhookReceiver([webhookSecret])
  await addWebhook(world, receiver.url)

  const address = await world.address('code')
  await waitFor(() => receiver.calls.length === 1, 30_000)
  await world.send(rawMail('otp-482913'), address.fullAddress)
  await waitFor(() => receiver.calls.length === 2, 30_000)
  const [item] = await world.messagesOf(address.fullAddress)
  await deleteMessage(world.deps, world.caller, item?.id ?? '')
  await waitFor(() => receiver.calls.length === 3, 30_000)

  const { serviceId } = world.tenant
  const common = { livemode: true, timestamp: expect.any(String) }
  expect(payloadsOf(receiver)).toEqual([
    { type: 'address.created', ...common, data: { ...address, serviceId } },
    { type: 'message.received', ...common, data: { ...item, serviceId } },
    { type: 'message.deleted', ...common, data: { ...item, serviceId } },
  ])
  expect(payloadsOf(receiver)[1].data.otpCode).toBe('482913')
  expect(receiver.calls.every(({ isVerified }) => isVerified)).toBe(true)
  expect(receiver.calls.map(({ body }) => body).join()).not.toMatch(/textBody|htmlBody/)
  expect(world.lines.join()).not.toContain('482913')
})

test('a webhook for codes alone gets no other mail, and a mail waits for no receiver', async () => {
  const world = await newWorld()
  await using receiver = await webhookReceiver([webhookSecret])
  await using silent = await webhookReceiver([webhookSecret])
  const held = Promise.withResolvers<void>()
  silent.answerWith(() => ({ status: 200, hold: held.promise }))
  await addWebhook(world, receiver.url, { filterOtpOnly: true, events: ['message.received'] })
  await addWebhook(world, silent.url)
  const { fullAddress } = await world.address('code')

  await world.send(plainMail({ id: 'no-code' }), fullAddress)
  const answer = await world.send(rawMail('otp-482913'), fullAddress)
  await waitFor(() => receiver.calls.length > 0 && silent.calls.length === 3, 30_000)
  held.resolve()

  expect(answer.response).toMatch(/^250 /)
  expect(payloadsOf(receiver).map(({ data }) => data.otpCode)).toEqual(['482913'])
})

test('an event that a test key caused says that it is not live', async () => {
  const world = await newWorld()
  await using receiver = await webhookReceiver([webhookSecret])
  await addWebhook(world, receiver.url, { events: ['address.created', 'message.received'] })
  const key = await world.apiKey({ scope: 'write', isLive: false })

  const made = await world.create({ localPart: 'trial' }, { key })
  await world.send(plainMail({ id: 'trial' }), made.body.data.fullAddress)
  await waitFor(() => receiver.calls.length === 2, 30_000)

  expect(payloadsOf(receiver).map(({ livemode }) => livemode)).toEqual([false, false])
})

test('what a stopped server left pending is sent by the next one on the same database', async () => {
  await using receiver = await webhookReceiver([webhookSecret])
  await using ingest = await startWorld({ settings: { INLET_ROLE: 'smtp' } })
  const { hostname } = ingest.tenant.publicDomain
  await addWebhook(ingest, receiver.url, { events: ['message.received'] })
  await ingest.send(plainMail({ id: 'left' }), `box@${hostname}`)
  expect(await ingest.deps.db.collection('messages').countDocuments({ pendingEvent: true })).toBe(1)

  await using _worker = await startWorld({ databaseUri: ingest.databaseUri, settings: { INLET_ROLE: 'worker' } })

  await waitFor(() => receiver.calls.length === 1, 30_000)
  expect(payloadsOf(receiver)).toMatchObject([{ type: 'message.received', data: { toAddr: `box@${hostname}` } }])
  await waitFor(async () => (await ingest.deps.db.collection('messages').countDocuments({ pendingEvent: true })) === 0)
})

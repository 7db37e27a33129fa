import { isUlid } from '@inlet/contract'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { receiveMails } from '../../test/received-mail.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import { createAddress } from '../addresses/create-address.ts'
import type { Deps } from '../deps.ts'
import { deleteMessage } from '../messages/delete-messages.ts'
import { deliveryModel } from './delivery-model.ts'
import { dispatchEvents } from './dispatch-events.ts'

const noClaim = () => false

const eventsOf = ({ db }: Deps) => db.collection<{ _id: string }>('events')
const messagesOf = ({ db }: Deps) => db.collection<{ _id: string }>('messages')

const deliveriesOf = ({ deps }: CoreWorld) => deliveryModel.in(deps.db).find().sort({ _id: 1 }).toArray()

const newAddress = async ({ deps, operator, serviceId, domain }: CoreWorld, localPart = 'code') =>
  (await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart })).address

test('an event makes one delivery for each enabled webhook of its service that wants it', async () => {
  await using world = await startCoreWorld()
  const all = await storedWebhook(world, { events: ['message.received', 'address.created', 'message.deleted'] })
  const mails = await storedWebhook(world)
  await storedWebhook(world, { events: ['message.deleted'] })
  await storedWebhook(world, { state: 'disabled', disabledReason: 'operator' })
  await storedWebhook(world, { serviceId: 'another' })
  const message = await storedMessage(world, { pendingEvent: true })

  const { count } = await dispatchEvents(world.deps, noClaim)

  const made = (await deliveriesOf(world)).map(({ webhookId, eventType }) => `${eventType} ${webhookId}`)
  const expected = [`address.created ${all._id}`, `message.received ${all._id}`, `message.received ${mails._id}`]
  expect(count).toBe(2)
  expect(made.sort()).toEqual(expected.sort())
  expect(await messagesOf(world.deps).findOne({ _id: message._id })).not.toHaveProperty('pendingEvent')
  expect(await eventsOf(world.deps).countDocuments({ isPending: true })).toBe(0)
  expect(await dispatchEvents(world.deps, noClaim)).toEqual({ count: 0, claimed: [] })
})

test('a step makes no more deliveries than fit into memory, oldest events first, and the next goes on', async () => {
  await using world = await startCoreWorld()
  for (let count = 0; count < 900; count += 1) await storedWebhook(world)
  const stored = [
    await storedMessage(world, { pendingEvent: true }),
    await storedMessage(world, { pendingEvent: true }),
  ]
  stored.push(await storedMessage(world, { pendingEvent: true }))
  const messageIds = async () => new Set((await deliveriesOf(world)).map(({ payload }) => JSON.parse(payload).data.id))
  const ids = stored.map(({ _id }) => _id).sort()

  await dispatchEvents(world.deps, noClaim)
  expect(await messageIds()).toEqual(new Set(ids.slice(0, 2)))
  await dispatchEvents(world.deps, noClaim)
  expect(await messageIds()).toEqual(new Set(ids))
})

test('a webhook for codes alone gets the mails with a code, and every other event', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world, { filterOtpOnly: true, events: ['message.received', 'message.deleted'] })
  await storedMessage(world, { pendingEvent: true, otpCode: null })
  const { _id } = await storedMessage(world, { pendingEvent: true, otpCode: '482913' })
  const silent = await storedMessage(world, { otpCode: null })
  await deleteMessage(world.deps, world.operator, silent._id)

  await dispatchEvents(world.deps, noClaim)

  const made = await deliveriesOf(world)
  expect(made.map(({ eventType }) => eventType).sort()).toEqual(['message.deleted', 'message.received'])
  expect(made.map(({ payload }) => JSON.parse(payload).data.id).sort()).toEqual([_id, silent._id].sort())
})

test('dispatching again after a crash before the events were marked makes no second delivery', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world, { events: ['address.created', 'message.received'] })
  const message = await storedMessage(world, { pendingEvent: true })
  await dispatchEvents(world.deps, noClaim)
  const before = await deliveriesOf(world)

  await messagesOf(world.deps).updateOne({ _id: message._id }, { $set: { pendingEvent: true } })
  await eventsOf(world.deps).updateMany({}, { $set: { isPending: true } })
  const again = await dispatchEvents(world.deps, () => true)

  expect(again).toEqual({ count: 2, claimed: [] })
  expect(await deliveriesOf(world)).toEqual(before)
})

test('events whose deliveries cannot be written stay pending, and are dispatched later', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world, { events: ['address.created', 'message.received'] })
  const message = await storedMessage(world, { pendingEvent: true })
  const { db } = world.deps
  await db.command({ collMod: deliveryModel.name, validator: { refused: true } })

  await expect(dispatchEvents(world.deps, noClaim)).rejects.toThrow()

  expect(await messagesOf(world.deps).findOne({ _id: message._id })).toHaveProperty('pendingEvent', true)
  expect(await eventsOf(world.deps).countDocuments({ isPending: true })).toBe(1)
  await db.command({ collMod: deliveryModel.name, validator: {} })
  expect(await dispatchEvents(world.deps, noClaim)).toMatchObject({ count: 2 })
  expect(await deliveriesOf(world)).toHaveLength(2)
})

test('a message that is deleted beside the dispatch of its event makes one delivery, with the same payload', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world)
  const message = await storedMessage(world, { pendingEvent: true })
  await dispatchEvents(world.deps, noClaim)
  const before = await deliveriesOf(world)
  await deliveryModel.in(world.deps.db).deleteMany({})
  await messagesOf(world.deps).updateOne({ _id: message._id }, { $set: { pendingEvent: true } })

  await deleteMessage(world.deps, world.operator, message._id)
  await dispatchEvents(world.deps, noClaim)

  const after = await deliveriesOf(world)
  const facts = (delivery: (typeof before)[number]) => [delivery._id, delivery.webhookId, delivery.payload]
  expect(before).toHaveLength(1)
  expect(after.map(facts)).toEqual(before.map(facts))
})

test('two processes that dispatch at the same time make each delivery once, and claim it once', async () => {
  await using world = await startCoreWorld()
  const other = await world.secondProcess()
  await storedWebhook(world)
  for (let count = 0; count < 10; count += 1) await storedMessage(world, { pendingEvent: true })

  const [one, two] = await Promise.all([dispatchEvents(world.deps, () => true), dispatchEvents(other, () => true)])

  const claimed = [...one.claimed, ...two.claimed].map(({ delivery }) => delivery._id)
  const made = await deliveriesOf(world)
  expect(made).toHaveLength(10)
  expect(claimed.sort()).toEqual(made.map(({ _id }) => _id))
})

test('a received mail is an event only where an enabled webhook wants it', async () => {
  await using world = await startCoreWorld()
  const { deps, domain } = world
  const { fullAddress } = await newAddress(world)
  const pending = () => messagesOf(deps).countDocuments({ pendingEvent: true })

  await receiveMails(deps, fullAddress, 1)
  expect(await pending()).toBe(0)

  await storedWebhook(world, { filterOtpOnly: true })
  await storedWebhook(world, { events: ['message.deleted'] })
  await storedWebhook(world, { state: 'disabled', disabledReason: 'operator' })
  await receiveMails(deps, fullAddress, 1)
  expect(await pending()).toBe(0)

  await storedWebhook(world)
  await receiveMails(deps, fullAddress, 2)
  expect(await pending()).toBe(2)
  expect(domain.hostname).toBe('mail.example')

  await dispatchEvents(deps, noClaim)
  const payloads = (await deliveriesOf(world)).map(({ payload }) => JSON.parse(payload))
  expect(payloads).toHaveLength(2)
  for (const { type, timestamp, livemode, data } of payloads) {
    expect({ type, livemode, serviceId: data.serviceId }).toEqual({
      type: 'message.received',
      livemode: true,
      serviceId: world.serviceId,
    })
    expect(timestamp).toBe(data.receivedAt)
    expect(isUlid(data.id)).toBe(true)
    expect(Object.keys(data)).not.toContain('textBody')
  }
})

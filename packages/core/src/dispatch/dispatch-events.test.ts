import { isUlid } from '@inlet/contract'
import { decodeTime } from 'ulid'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { workOn } from '../../test/database-work.ts'
import { dispatchOnce } from '../../test/dispatch-once.ts'
import { receiveMails } from '../../test/received-mail.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { storedWebhook } from '../../test/stored-webhook.ts'
import { createAddress } from '../addresses/create-address.ts'
import type { Deps } from '../deps.ts'
import { deleteMessage } from '../messages/delete-messages.ts'
import type { DeliveryDoc } from '../webhooks/delivery-model.ts'
import { areEventsHeld, findDispatchable } from './dispatch-events.ts'

const minuteMs = 60_000

const eventsOf = ({ db }: Deps) => db.collection<{ _id: string }>('events')
const messagesOf = ({ db }: Deps) => db.collection<{ _id: string }>('messages')

const deliveriesOf = ({ deps: { db } }: CoreWorld) =>
  db.collection<DeliveryDoc>('deliveries').find().sort({ _id: 1 }).toArray()

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

  const { count } = await dispatchOnce(world.deps)

  const made = (await deliveriesOf(world)).map(({ webhookId, eventType }) => `${eventType} ${webhookId}`)
  const expected = [`address.created ${all._id}`, `message.received ${all._id}`, `message.received ${mails._id}`]
  expect(count).toBe(2)
  expect(made.sort()).toEqual(expected.sort())
  expect(await messagesOf(world.deps).findOne({ _id: message._id })).not.toHaveProperty('pendingEvent')
  expect(await eventsOf(world.deps).countDocuments({ isPending: true })).toBe(0)
  expect(await dispatchOnce(world.deps)).toMatchObject({ count: 0, claimed: [] })
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

  await dispatchOnce(world.deps)
  expect(await messageIds()).toEqual(new Set(ids.slice(0, 2)))
  await dispatchOnce(world.deps)
  expect(await messageIds()).toEqual(new Set(ids))
})

/** Stores deletions of messages of a service, whose events are to be dispatched. */
async function storeDeletions({ deps }: CoreWorld, serviceId: string, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, () => {
    const _id = deps.newId()
    const of = { serviceId, isLive: true, createdAt: deps.clock.now(), isPending: true }
    return { ...of, _id, type: 'message.deleted', data: { id: _id, serviceId } }
  })
  await eventsOf(deps).insertMany(rows)
  return rows.map(({ _id }) => _id).sort()
}

const dispatchedIds = async (world: CoreWorld, serviceId: string) =>
  (await deliveriesOf(world))
    .filter((delivery) => delivery.serviceId === serviceId)
    .map(({ payload }) => JSON.parse(payload).data.id)

test('while thousands of events of a service with many webhooks wait, an event of another one is dispatched in the next step', async () => {
  await using world = await startCoreWorld()
  for (let count = 0; count < 50; count += 1) await storedWebhook(world, { events: ['message.deleted'] })
  await storeDeletions(world, world.serviceId, 3_000)
  await dispatchOnce(world.deps)
  await storedWebhook(world, { serviceId: 'bystander', events: ['message.deleted'] })
  const [newest] = await storeDeletions(world, 'bystander', 1)

  const step = await dispatchOnce(world.deps)

  expect(await dispatchedIds(world, 'bystander')).toEqual([newest])
  expect(step.made).toEqual(
    new Map([
      [world.serviceId, 1_000],
      ['bystander', 1],
    ]),
  )
  expect(step.hasMore).toBe(true)
})

test('events of a service are dispatched in the order in which they happened, of mails and others alike', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world, { events: ['message.received', 'message.deleted'] })
  const expected: string[] = []
  for (let count = 0; count < 3; count += 1) {
    expected.push(...(await storeDeletions(world, world.serviceId, 1)))
    world.clock.advance(1)
    expected.push((await storedMessage(world, { pendingEvent: true }))._id)
    world.clock.advance(1)
  }

  const order: string[] = []
  while ((await dispatchOnce(world.deps, { events: 1 })).count > 0) {
    const made = await dispatchedIds(world, world.serviceId)
    order.push(...made.filter((id) => !order.includes(id)))
  }

  expect(order).toEqual(expected)
})

test('a service that has had its deliveries of a minute waits for the next one, while another goes on, and nothing is lost', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const perMinute = 10
  for (let count = 0; count < 4; count += 1) await storedWebhook(world, { events: ['message.deleted'] })
  await storedWebhook(world, { serviceId: 'bystander', events: ['message.deleted'] })
  const ids = await storeDeletions(world, serviceId, 7)
  const windows = deps.db.collection('rateWindows')
  const moveWindows = (byMs: number) =>
    windows.updateMany({}, [{ $set: { startedAt: { $add: ['$startedAt', byMs] } } }])

  const first = await dispatchOnce(deps, { perMinute })
  // The end of a minute of the database's clock would begin another one here.
  await moveWindows(minuteMs)
  world.clock.advance(5_000)
  const [other] = await storeDeletions(world, 'bystander', 1)
  const held = await findDispatchable(deps, perMinute)
  const second = await dispatchOnce(deps, { perMinute })

  expect(first).toMatchObject({ count: 2, hasMore: false })
  expect(held).toEqual({
    serviceIds: ['bystander'],
    oldestAt: new Date(decodeTime(other ?? '')),
    heldServiceIds: [serviceId],
  })
  expect(second.count).toBe(1)
  expect(await dispatchedIds(world, 'bystander')).toEqual([other])
  expect(await dispatchedIds(world, serviceId)).toHaveLength(8)
  expect(await areEventsHeld(deps, serviceId, perMinute)).toBe(true)
  expect(await areEventsHeld(deps, 'bystander', perMinute)).toBe(false)

  for (let minute = 0; minute < 4; minute += 1) {
    await moveWindows(-2 * minuteMs)
    await dispatchOnce(deps, { perMinute })
  }
  expect((await dispatchedIds(world, serviceId)).sort()).toEqual(ids.flatMap((id) => [id, id, id, id]))
  expect(await areEventsHeld(deps, serviceId, perMinute)).toBe(false)
  expect(await eventsOf(deps).countDocuments({ isPending: true })).toBe(0)
})

test('which services have events to dispatch is read from one key of each, however many there are', async () => {
  await using world = await startCoreWorld()
  await storeDeletions(world, world.serviceId, 500)
  await storeDeletions(world, 'other', 500)

  const [work] = await workOn(world.deps, 'events', () => findDispatchable(world.deps, 1_000))

  expect(work?.keysExamined).toBeLessThanOrEqual(4)
  expect(work?.docsExamined).toBe(0)
})

test('a webhook for codes alone gets the mails with a code, and every other event', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world, { filterOtpOnly: true, events: ['message.received', 'message.deleted'] })
  await storedMessage(world, { pendingEvent: true, otpCode: null })
  const { _id } = await storedMessage(world, { pendingEvent: true, otpCode: '482913' })
  const silent = await storedMessage(world, { otpCode: null })
  await deleteMessage(world.deps, world.operator, silent._id)

  await dispatchOnce(world.deps)

  const made = await deliveriesOf(world)
  expect(made.map(({ eventType }) => eventType).sort()).toEqual(['message.deleted', 'message.received'])
  expect(made.map(({ payload }) => JSON.parse(payload).data.id).sort()).toEqual([_id, silent._id].sort())
})

test('dispatching again after a crash before the events were marked makes no second delivery', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world, { events: ['address.created', 'message.received'] })
  const message = await storedMessage(world, { pendingEvent: true })
  await dispatchOnce(world.deps)
  const before = await deliveriesOf(world)

  await messagesOf(world.deps).updateOne({ _id: message._id }, { $set: { pendingEvent: true } })
  await eventsOf(world.deps).updateMany({}, { $set: { isPending: true } })
  const again = await dispatchOnce(world.deps, { claims: () => true })

  expect(again).toMatchObject({ count: 2, claimed: [] })
  expect(await deliveriesOf(world)).toEqual(before)
})

test('events whose deliveries cannot be written stay pending, and are dispatched later', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world, { events: ['address.created', 'message.received'] })
  const message = await storedMessage(world, { pendingEvent: true })
  const { db } = world.deps
  await db.command({ collMod: 'deliveries', validator: { refused: true } })

  await expect(dispatchOnce(world.deps)).rejects.toThrow()

  expect(await messagesOf(world.deps).findOne({ _id: message._id })).toHaveProperty('pendingEvent', true)
  expect(await eventsOf(world.deps).countDocuments({ isPending: true })).toBe(1)
  await db.command({ collMod: 'deliveries', validator: {} })
  expect(await dispatchOnce(world.deps)).toMatchObject({ count: 2 })
  expect(await deliveriesOf(world)).toHaveLength(2)
})

test('a message that is deleted beside the dispatch of its event makes one delivery, with the same payload', async () => {
  await using world = await startCoreWorld()
  await storedWebhook(world)
  const message = await storedMessage(world, { pendingEvent: true })
  await dispatchOnce(world.deps)
  const before = await deliveriesOf(world)
  await world.deps.db.collection('deliveries').deleteMany({})
  await messagesOf(world.deps).updateOne({ _id: message._id }, { $set: { pendingEvent: true } })

  await deleteMessage(world.deps, world.operator, message._id)
  await dispatchOnce(world.deps)

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

  const [one, two] = await Promise.all([
    dispatchOnce(world.deps, { claims: () => true }),
    dispatchOnce(other, { claims: () => true }),
  ])

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

  await dispatchOnce(deps)
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

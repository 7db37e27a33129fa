import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { deleteAddress } from '../addresses/change-address.ts'
import { messageModel } from '../messages/message-model.ts'
import { toMessageListItem } from '../messages/message-shapes.ts'
import { sweepMessages } from './sweep-messages.ts'

async function sweepAll({ deps, clock }: CoreWorld): Promise<void> {
  clock.advance(61_000)
  while (await sweepMessages(deps));
}

const receivedEvents = ({ deps }: CoreWorld) =>
  deps.db
    .collection('events')
    .find({ type: 'message.received' }, { projection: { _id: 0, createdAt: 0, isPending: 0 } })
    .toArray()

test('a swept message with a pending message.received event leaves that event, any other message none', async () => {
  await using world = await startCoreWorld()
  const { addressId } = await storedMessage(world)
  const pending = await storedMessage(world, { addressId, isLive: false, pendingEvent: true })

  await deleteAddress(world.deps, world.operator, addressId)
  await sweepAll(world)

  const { serviceId } = world
  expect(await messageModel.in(world.deps.db).countDocuments()).toBe(0)
  expect(await receivedEvents(world)).toEqual([
    { type: 'message.received', serviceId, isLive: false, data: { ...toMessageListItem(pending), serviceId } },
  ])
})

test('two workers that sweep at once leave one event for each message', async () => {
  await using world = await startCoreWorld()
  const second = await world.secondProcess()
  const { addressId } = await storedMessage(world, { pendingEvent: true })
  for (let count = 1; count < 20; count += 1) await storedMessage(world, { addressId, pendingEvent: true })
  await deleteAddress(world.deps, world.operator, addressId)
  world.clock.advance(61_000)
  // Both have an order for the same messages.
  const orders = world.deps.db.collection<{ _id: string }>('sweepOrders')
  const order = await orders.findOne()
  await orders.insertOne({ ...order, _id: 'again' })

  await Promise.all([sweepMessages(world.deps), sweepMessages(second)])

  const ids = (await receivedEvents(world)).map(({ data }) => data.id)
  expect([ids.length, new Set(ids).size]).toEqual([20, 20])
  expect(await messageModel.in(world.deps.db).countDocuments()).toBe(0)
})

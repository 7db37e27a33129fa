import { eventPayload } from '@inlet/contract'
import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { deleteAddress } from '../addresses/change-address.ts'
import { deleteMessage } from '../messages/delete-messages.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { eventModel } from './event-model.ts'

test('every written event is a payload of the contract, with no field more or less', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, clock } = world
  // Each of these messages comes with an address of its own, and with it an event.
  const deleted = await storedMessage(world, { pendingEvent: true })
  const swept = await storedMessage(world, { pendingEvent: true })

  await deleteMessage(deps, operator, deleted._id)
  await deleteAddress(deps, operator, swept.addressId)
  clock.advance(61_000)
  await sweepMessages(deps)

  const events = await eventModel.in(deps.db).find().toArray()
  const types = { 'address.created': 2, 'message.deleted': 1, 'message.received': 2 }
  expect(Object.fromEntries(Map.groupBy(events, ({ type }) => type))).toMatchObject(
    Object.fromEntries(Object.entries(types).map(([type, length]) => [type, { length }])),
  )
  for (const { type, isLive, createdAt, data } of events) {
    const payload = { type, timestamp: createdAt.toISOString(), livemode: isLive, data }
    expect(eventPayload.parse(payload)).toEqual(payload)
  }
})

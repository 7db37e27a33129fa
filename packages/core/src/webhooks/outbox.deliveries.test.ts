import { type EventPayload, isUlid, readDeliveryOutput } from '@inlet/contract'
import { decodeTime, ulid } from 'ulid'
import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { deliveryModel } from './delivery-model.ts'
import { deliveryMessageId, toDelivery, toDeliveryDetail } from './delivery-shapes.ts'
import { deliveryId, newDelivery } from './outbox.ts'

const payload: EventPayload = {
  type: 'address.created',
  timestamp: '2026-11-21T09:28:41.507Z',
  livemode: true,
  data: {
    id: ulid(),
    serviceId: ulid(),
    domainId: ulid(),
    localPart: 'code',
    fullAddress: 'code@mail.example',
    hasPassword: false,
    ttlSeconds: 0,
    expiresAt: '2036-11-18T09:28:41.507Z',
    createdAt: '2026-11-21T09:28:41.507Z',
  },
}

test('the id of a delivery is a ULID of the event’s time, always the same for an event and a webhook, and no other’s', () => {
  const time = Date.parse('2026-11-21T09:28:41.507Z')
  const events = Array.from({ length: 40 }, () => ulid(time))
  const webhooks = Array.from({ length: 40 }, () => ulid())

  const ids = events.flatMap((event) => webhooks.map((webhook) => deliveryId(event, webhook)))

  expect(ids.filter((id) => !isUlid(id) || decodeTime(id) !== time)).toEqual([])
  expect(new Set(ids).size).toBe(events.length * webhooks.length)
  expect(events.flatMap((event) => webhooks.map((webhook) => deliveryId(event, webhook)))).toEqual(ids)
})

test('a new delivery is pending and due at once, with the payload as it will be sent', async () => {
  await using world = await startCoreWorld()
  const webhook = { _id: ulid(), serviceId: world.serviceId, state: 'enabled' } as const

  const made = newDelivery(world.deps, webhook, { eventId: ulid(), payload })
  await deliveryModel.in(world.deps.db).insertOne(made)
  const stored = await deliveryModel.in(world.deps.db).findOne({ webhookId: webhook._id })

  expect(stored).toEqual(made)
  expect(JSON.parse(made.payload)).toEqual(payload)
  const data = toDeliveryDetail(made, webhook)
  expect(readDeliveryOutput.strict().parse({ data })).toEqual({ data })
  expect(data).toMatchObject({
    ...toDelivery(made, webhook),
    messageId: deliveryMessageId(made._id),
    state: 'pending',
    nextAttemptAt: made.createdAt.toISOString(),
    completedAt: null,
    attempts: [],
  })
})

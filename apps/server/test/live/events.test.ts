import { liveEvent } from '@inlet/contract'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { liveClient } from '../support/live-client.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

test('a client receives each kind of change in its service as it happens, in the shapes of lists, and of no other service', async () => {
  const world = await newWorld()
  const { token } = await person(world, { role: 'admin' })
  const { tenant, stranger } = world
  using live = liveClient({ baseUrl: () => world.baseUrl, serviceId: tenant.serviceId, token: () => token })
  await waitFor(live.isConnected)

  await world.address('theirs', stranger)
  await world.send(plainMail({ subject: 'Of another service' }), `theirs@${stranger.domain.hostname}`)
  const address = await world.address('code')
  await world.send(plainMail({ subject: 'First' }), address.fullAddress)
  const received = await waitFor(() => live.of('message.received')[0])
  const [message] = await world.messagesOf(address.fullAddress)
  if (!message) throw new Error('no message')
  await world.call(`/v1/messages/${message.id}`)
  await waitFor(() => live.of('message.read')[0])
  await world.call(`/v1/messages/${message.id}`, { method: 'DELETE', token })
  await waitFor(() => live.of('message.deleted')[0])
  await world.call(`/v1/addresses/${address.id}`, { method: 'DELETE', token })
  await waitFor(() => live.of('address.deleted')[0])

  expect(live.received.map(({ type }) => type)).toEqual([
    'address.created',
    'message.received',
    'message.read',
    'message.deleted',
    'address.deleted',
  ])
  expect(received.data).toEqual(message)
  expect(live.received.map(({ data }) => data)).toMatchObject([
    { ...address, hostname: tenant.domain.hostname, messageCount: 0, lastMessageAt: null },
    { subject: 'First', isRead: false },
    { id: message.id, isRead: true },
    { id: message.id },
    { id: address.id, fullAddress: address.fullAddress },
  ])
  for (const { id: _, ...event } of live.received) expect(liveEvent.parse(event)).toEqual(event)
  expect(new Set(live.received.map(({ id }) => id)).size).toBe(live.received.length)
  expect(live.errors).toEqual([])
})

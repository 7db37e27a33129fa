import { liveEvent } from '@inlet/contract'
import { insertDomain } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { newHost } from '../support/domain-records.ts'
import { liveClient } from '../support/live-client.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

test('a client receives a domain when it is added, each time its records were looked up, and when its web inbox is switched', async () => {
  await using world = await startWorld({ hasDns: true })
  const { deps, tenant, stranger, dns } = world
  const { token } = await person(world, { role: 'admin' })
  const ask = async (method: string, path: string, body?: unknown) =>
    (await world.call(`/v1${path}`, { method, token, ...(body !== undefined && { body }) })).body.data
  using live = liveClient({ baseUrl: () => world.baseUrl, serviceId: tenant.serviceId, token: () => token })
  await waitFor(live.isConnected)
  const hostname = newHost(world)

  await insertDomain(deps, { serviceId: stranger.serviceId, hostname: newHost(world), state: 'pending' })
  const added = await ask('POST', `/services/${tenant.serviceId}/domains`, { hostname })
  const looked = await ask('POST', `/domains/${added.id}/verify`)
  await waitFor(() => live.received.length === 2)
  const [txt, mx] = looked.records
  dns?.answer(`TXT ${txt.host}`, { TXT: [txt.value] })
  dns?.answer(`MX ${mx.host}`, { MX: [[10, mx.value.replace(/^\d+ /, '')]] })
  const verified = await ask('POST', `/domains/${added.id}/verify`)
  await waitFor(() => live.received.length === 3)
  const open = await ask('PATCH', `/domains/${added.id}`, { publicInbox: true })
  await waitFor(() => live.received.length === 4)

  const withoutRecords = ({ records: _, ...shown }: Record<string, unknown>) => shown
  expect([added, looked, verified, open].map(({ state }) => state)).toEqual([
    'pending',
    'pending',
    'verified',
    'verified',
  ])
  expect(live.received.map(({ type }) => type)).toEqual(Array.from({ length: 4 }, () => 'domain.changed'))
  expect(live.received.map(({ data }) => data)).toEqual([added, looked, verified, open].map(withoutRecords))
  for (const { id: _, ...event } of live.received) expect(liveEvent.parse(event)).toEqual(event)
})

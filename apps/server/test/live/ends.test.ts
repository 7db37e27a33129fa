import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { livePath, rawFeed } from '../support/live-client.ts'
import { readMetrics } from '../support/metrics-page.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const settings = { INLET_ROLE: 'http', METRICS_PORT: '0' }

test('the feed of a removed member ends within a minute, and that of another member goes on until the process stops', async () => {
  await using world = await startWorld({ settings })
  const { serviceId } = world.tenant
  const owner = await person(world, { role: 'owner' })
  const viewer = await person(world, { role: 'viewer' })
  using removed = await rawFeed(world.baseUrl, { serviceId, token: viewer.token })
  using staying = await rawFeed(world.baseUrl, { serviceId, token: owner.token })
  await waitFor(() => [removed, staying].every((feed) => feed.text().includes('event: connected')))
  expect((await readMetrics(world)).value('inlet_live_feeds')).toBe(2)

  const member = await world.deps.db.collection('members').findOne({ serviceId, role: 'viewer' })
  const gone = await world.call(`/v1/services/${serviceId}/members/${member?.userId}`, {
    method: 'DELETE',
    token: owner.token,
  })
  world.clock.advance(59_000)
  await waitFor(removed.hasEnded)
  const again = await world.call(livePath({ serviceId }), { token: viewer.token })
  const page = await readMetrics(world)

  expect(gone.status).toBe(204)
  expect(again.status).toBe(404)
  expect(staying.hasEnded()).toBe(false)
  expect(page.value('inlet_live_feeds')).toBe(1)
  expect(page.value('inlet_live_feeds_ended_total', { reason: 'credential' })).toBe(1)

  await world.stop()
  await waitFor(staying.hasEnded)
  expect(staying.response.complete).toBe(true)
})

import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { rawFeed } from '../support/live-client.ts'
import { readMetrics } from '../support/metrics-page.ts'
import { person } from '../support/people.ts'
import { startWorld } from '../support/world.ts'

const eventBytes = 20_000
const batch = 100

test('the feed of a client that takes nothing is ended once a thousand events wait, and that of another client goes on', async () => {
  await using world = await startWorld({ settings: { INLET_ROLE: 'http', METRICS_PORT: '0' } })
  const { token } = await person(world, { role: 'viewer' })
  const { serviceId } = world.tenant
  using unread = await rawFeed(world.baseUrl, { serviceId, token, reads: false })
  using reading = await rawFeed(world.baseUrl, { serviceId, token })
  const feedEvents = world.deps.db.collection<{ _id: string }>('feedEvents')
  const ended = async () => (await readMetrics(world)).value('inlet_live_feeds_ended_total', { reason: 'unread' })
  const content = { type: 'message.deleted', data: { subject: 'x'.repeat(eventBytes) } }

  // What the sockets hold beside is the system's choice, some megabytes.
  let written = 0
  while ((await ended()) === 0 && written < 10_000) {
    const documents = Array.from({ length: batch }, () => ({
      _id: world.deps.newId(),
      serviceId,
      content,
      createdAt: new Date(),
    }))
    await feedEvents.insertMany(documents)
    written += batch
    await waitFor(() => reading.text().length > written * eventBytes)
  }

  expect(await ended()).toBe(1)
  expect(written).toBeGreaterThan(1_000)
  expect((await readMetrics(world)).value('inlet_live_feeds')).toBe(1)
  expect(reading.hasEnded()).toBe(false)
  // What was under way before is all that it gets.
  unread.response.resume()
  await waitFor(unread.hasEnded)
})

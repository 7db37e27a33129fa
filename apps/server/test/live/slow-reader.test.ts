import { get } from 'node:http'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { rawFeed } from '../support/live-client.ts'
import { readMetrics } from '../support/metrics-page.ts'
import { person } from '../support/people.ts'
import { plainMail, startWorld } from '../support/world.ts'

const events = 10
/** Larger than what the sockets of a connection hold, so that its answer cannot end unread. */
const mailText = `${'x'.repeat(76)}\r\n`.repeat(80_000)

test('a subscriber that takes nothing for as long as cuts a download, and then little at a time, receives every event', async () => {
  await using world = await startWorld({ settings: { METRICS_PORT: '0', HTTP_ANSWER_SECONDS: '1' } })
  const { token } = await person(world, { role: 'viewer' })
  const { serviceId } = world.tenant
  const { fullAddress } = await world.address('large')
  await world.send(plainMail({ text: mailText }), fullAddress)
  const [mail] = await world.messagesOf(fullAddress)
  const connections = async () => (await readMetrics(world)).value('inlet_http_connections')
  using feed = await rawFeed(world.baseUrl, { serviceId, token, reads: false })
  const documents = Array.from({ length: events }, (_, index) => ({
    _id: world.deps.newId(),
    serviceId,
    content: { type: 'message.deleted', data: { subject: `event ${index} ${'x'.repeat(20_000)}` } },
    createdAt: new Date(),
  }))
  await world.deps.db.collection<{ _id: string }>('feedEvents').insertMany(documents)

  const before = await connections()
  const download = get(`${world.baseUrl}/v1/messages/${mail?.id}/raw`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  }).on('error', () => {})
  await new Promise((resolve) => download.once('response', resolve))
  await waitFor(async () => (await connections()) > before)
  await waitFor(async () => (await connections()) === before)
  download.destroy()

  const seen = new Set<string>()
  let rest = ''
  await waitFor(() => {
    const piece: unknown = feed.response.read(4_000) ?? feed.response.read()
    const text = rest + (Buffer.isBuffer(piece) ? piece.toString('latin1') : '')
    for (const [, number = ''] of text.matchAll(/event (\d+) /g)) seen.add(number)
    rest = text.slice(-20)
    return seen.size === events
  })
  expect(feed.hasEnded()).toBe(false)
})

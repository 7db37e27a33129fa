import { waitFor } from '@inlet/testkit'
import { MongoClient } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { type MetricsPage, readMetrics } from '../support/metrics-page.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail, startWorld } from '../support/world.ts'

const settings = { METRICS_PORT: '0' }

test('an accepted mail is counted with its times, its code and its copies; a retry is a duplicate', async () => {
  await using world = await startWorld({ settings })
  const { fullAddress } = await world.address('code')
  const { fullAddress: other } = await world.address('other')

  await world.send(plainMail({ id: 'one', text: 'Your verification code is 482913' }), fullAddress)
  await world.send(plainMail({ id: 'two' }), [fullAddress, other])
  await world.send(plainMail({ id: 'two' }), [fullAddress, other])
  const page = await readMetrics(world)

  expect(page.value('inlet_mails_accepted_total')).toBe(3)
  expect(page.value('inlet_mails_with_code_total')).toBe(1)
  expect(page.value('inlet_mails_malformed_total')).toBe(0)
  expect(page.value('inlet_mails_refused_total')).toBe(0)
  expect(page.value('inlet_messages_received_total', { outcome: 'stored' })).toBe(3)
  expect(page.value('inlet_messages_received_total', { outcome: 'duplicate' })).toBe(2)
  expect(page.value('inlet_mail_dot_to_250_seconds_count')).toBe(3)
  expect(page.value('inlet_mail_dot_to_250_seconds_sum')).toBeGreaterThan(page.value('inlet_commit_seconds_sum'))
  expect(page.value('inlet_parse_seconds_count')).toBe(3)
  expect(page.value('inlet_parse_seconds_sum')).toBeGreaterThan(0)
  expect(page.value('inlet_commit_batch_messages_sum')).toBe(5)
  expect(page.value('inlet_commit_batch_messages_count')).toBe(page.value('inlet_commit_seconds_count'))
  expect(page.value('inlet_commit_failures_total')).toBe(0)
  for (const queue of ['inlet_parse_queue_mails', 'inlet_parse_running_mails', 'inlet_commit_queue_messages'])
    expect(page.value(queue), queue).toBe(0)
})

test('each way in which a mail or a recipient is refused has its own count, and none is accepted', async () => {
  await using world = await startWorld({ settings: { ...settings, SMTP_MAX_BYTES: '8192' } })
  const { fullAddress } = await world.address('code')
  const { hostname } = world.tenant.domain
  await using client = await smtpClient(world.smtpPort ?? 0)
  const strangers = [`nobody@${hostname}`, 'x@foreign.example']

  await client.deliver(plainMail({ text: 'x'.repeat(9_000) }), fullAddress)
  await client.deliver('Received: from a.example by b.example\r\n'.repeat(101) + plainMail(), fullAddress)
  await client.pipeline(['MAIL FROM:<>', ...strangers.map((stranger) => `RCPT TO:<${stranger}>`), 'RSET'])
  await world.deps.db.command({ collMod: 'messages', validator: { never: true } })
  await client.deliver(plainMail(), fullAddress)
  const page = await readMetrics(world)

  for (const [reason, reply] of [
    ['PAYLOAD_TOO_LARGE', '552'],
    ['BAD_REQUEST', '554'],
    ['SERVICE_UNAVAILABLE', '451'],
  ] as const) {
    expect(page.value('inlet_mails_refused_total', { reason, reply }), reason).toBe(1)
    expect(page.value('inlet_smtp_negative_replies_total', { reply }), reply).toBe(1)
  }
  expect(page.value('inlet_recipients_refused_total', { reason: 'NOT_FOUND', reply: '550' })).toBe(1)
  expect(page.value('inlet_recipients_refused_total', { reason: 'FORBIDDEN', reply: '550' })).toBe(1)
  expect(page.value('inlet_messages_received_total', { outcome: 'failed' })).toBe(1)
  expect(page.value('inlet_mails_accepted_total')).toBe(0)
  expect(page.value('inlet_mail_dot_to_250_seconds_count')).toBe(0)
})

test('mails that were cut off are counted by the side that closed the connection, and are neither accepted nor refused', async () => {
  await using world = await startWorld({
    settings: { ...settings, SMTP_MAX_BYTES: '500000', SMTP_DATA_MEMORY_MB: '1' },
  })
  const { fullAddress } = await world.address('code')
  // Small mails, which never make way for each other.
  const beginning = 'x'.repeat(998).concat('\r\n').repeat(250)
  // A mail's last 4 KiB may be still to be counted: how TCP cuts the stream decides.
  const uncountedOf = (mails: number, page: MetricsPage) =>
    mails * beginning.length - page.value('inlet_smtp_transfer_bytes')
  await using leaving = await smtpClient(world.smtpPort ?? 0)
  await using one = await smtpClient(world.smtpPort ?? 0)
  await using two = await smtpClient(world.smtpPort ?? 0)
  await using three = await smtpClient(world.smtpPort ?? 0)
  await using late = await smtpClient(world.smtpPort ?? 0)
  for (const client of [leaving, one, two, three, late]) await client.begin([fullAddress])
  for (const client of [leaving, one, two, three]) client.write(beginning)
  await waitFor(async () => uncountedOf(4, await readMetrics(world)) < 4 * 4_096)

  late.write(beginning)
  await late.ended
  leaving.socket.end()
  await leaving.ended
  const page = await waitFor(async () => {
    const now = await readMetrics(world)
    return now.value('inlet_mails_lost_total') === 2 ? now : null
  })

  expect(page.value('inlet_mails_lost_total', { by: 'sender' })).toBe(1)
  expect(page.value('inlet_mails_lost_total', { by: 'server' })).toBe(1)
  expect(page.value('inlet_smtp_limit_hits_total', { limit: 'memory' })).toBe(1)
  expect(uncountedOf(3, page)).toBeGreaterThanOrEqual(0)
  expect(uncountedOf(3, page)).toBeLessThan(3 * 4_096)
  expect(page.value('inlet_mails_refused_total')).toBe(0)
  expect(page.value('inlet_mails_accepted_total')).toBe(0)
})

test('a mail that is stored raw is malformed and accepted', async () => {
  await using world = await startWorld({ settings })
  const { fullAddress } = await world.address('code')
  const malformed = `From: Odd <odd@elsewhere.example>\r\n${'X-Filler: x\r\n'.repeat(1_100)}\r\nText\r\n`

  await world.send(malformed, fullAddress)
  const page = await readMetrics(world)

  expect(page.value('inlet_mails_malformed_total')).toBe(1)
  expect(page.value('inlet_mails_accepted_total')).toBe(1)
})

test('a commit that the database does not confirm is a failure, and its sender gets 451', async () => {
  const connect = vi.spyOn(MongoClient.prototype, 'connect')
  await using world = await startWorld({ settings })
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.begin([fullAddress])

  const pools = connect.mock.contexts.filter((context) => context instanceof MongoClient)
  await Promise.all(pools.map((pool) => pool.close()))
  client.write(`${plainMail()}.\r\n`)
  const answer = await client.reply()
  const page = await readMetrics(world)

  expect(answer.code).toBe(451)
  expect(page.value('inlet_commit_failures_total')).toBe(1)
  expect(page.value('inlet_mails_refused_total', { reason: 'SERVICE_UNAVAILABLE', reply: '451' })).toBe(1)
  expect(page.value('inlet_mongo_failures_total')).toBe(1)
  expect(page.value('inlet_ready')).toBe(0)
})

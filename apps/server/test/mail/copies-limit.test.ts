import { expect, test } from 'vitest'
import { readMetrics } from '../support/metrics-page.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail, startWorld } from '../support/world.ts'

const tagged = (fullAddress: string, count: number) =>
  Array.from({ length: count }, (_, index) => fullAddress.replace('@', `+${index}@`))

test('a mail for many recipients is stored for all; the next one of its client is 451, with nothing stored', async () => {
  await using world = await startWorld({
    settings: { SMTP_MAILS_PER_MINUTE_PER_IP: '60', SMTP_LIMITS_EXEMPT: '192.0.2.1' },
  })
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  const first = await client.deliver(plainMail({ id: 'one' }), tagged(fullAddress, 100))
  const second = await client.say('MAIL FROM:<sender@elsewhere.example>')

  expect(first.code).toBe(250)
  expect(second.text).toMatch(/^451 4\.7\.1 /)
  expect(await world.deps.db.collection('messages').countDocuments()).toBe(100)
})

test('bytes count once for each recipient: two large mails begun together, the first is stored for all and the second 451 after its final dot', async () => {
  await using world = await startWorld({
    settings: { SMTP_MB_PER_MINUTE_PER_IP: '6', SMTP_LIMITS_EXEMPT: '192.0.2.1', METRICS_PORT: '0' },
  })
  const { fullAddress } = await world.address('code')
  const raw = (id: string) => plainMail({ id, text: 'A line of some forty bytes, again and again.\r\n'.repeat(3_000) })
  await using client = await smtpClient(world.smtpPort ?? 0)
  await using other = await smtpClient(world.smtpPort ?? 0)
  await client.begin(tagged(fullAddress, 40))
  await other.begin([fullAddress])

  client.write(`${raw('first')}.\r\n`)
  const first = await client.reply()
  other.write(`${raw('second')}.\r\n`)
  const second = await other.reply()

  expect(first.code).toBe(250)
  expect(second.text).toMatch(/^451 4\.7\.1 Too much mail/)
  expect((await other.say('MAIL FROM:<a@elsewhere.example>')).text).toMatch(/^451 4\.7\.1 Too much mail/)
  expect(await world.deps.db.collection('messages').countDocuments()).toBe(40)
  const page = await readMetrics(world)
  expect(page.value('inlet_mails_refused_total', { reason: 'TOO_MANY_REQUESTS', reply: '451' })).toBe(1)
  expect(page.value('inlet_smtp_limit_hits_total', { limit: 'bytes_per_minute' })).toBe(1)
})

test('while the disk has less than the free space of the setting every mail is 452, with a metric and a log line', async () => {
  const mebibyte = 1024 * 1024
  await using world = await startWorld({
    settings: { SMTP_MIN_FREE_DISK_MB: '500', METRICS_PORT: '0' },
    readSpace: async () => ({ freeBytes: 499 * mebibyte, totalBytes: 9_000 * mebibyte }),
  })
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  const refused = await client.say(`MAIL FROM:<a@elsewhere.example>`)

  expect(refused.text).toBe('452 4.3.1 Insufficient system storage, try again later')
  expect(await world.messagesOf(fullAddress)).toEqual([])
  const page = await readMetrics(world)
  expect(page.value('inlet_smtp_limit_hits_total', { limit: 'disk' })).toBe(1)
  expect(page.value('inlet_database_disk_free_bytes')).toBe(499 * mebibyte)
  expect(world.lines.filter((line) => line.includes('disk space is low'))).toHaveLength(1)
})

test('the free disk space of a database that MONGODB_URI names is read from that database', async () => {
  await using first = await startWorld()
  await using world = await startWorld({
    databaseUri: first.databaseUri,
    settings: { MONGODB_URI: first.databaseUri, METRICS_PORT: '0' },
  })

  const free = (await readMetrics(world)).value('inlet_database_disk_free_bytes')

  expect(free).toBeGreaterThan(0)
})

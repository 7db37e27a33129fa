import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { readMetrics } from '../support/metrics-page.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { startWorld } from '../support/world.ts'

const settings = { METRICS_PORT: '0' }

test('open connections are counted by whether they are encrypted, closed ones not', async () => {
  await using world = await startWorld({ settings })
  await using plain = await smtpClient(world.smtpPort ?? 0)
  await using secure = await smtpClient(world.smtpPort ?? 0)
  await secure.startTls()
  await secure.say('EHLO client.test')

  const open = await readMetrics(world)
  for (const client of [plain, secure]) await client.say('QUIT')
  await waitFor(async () => (await readMetrics(world)).value('inlet_smtp_connections') === 0)

  expect(open.value('inlet_smtp_connections', { tls: 'yes' })).toBe(1)
  expect(open.value('inlet_smtp_connections', { tls: 'no' })).toBe(1)
  expect((await readMetrics(world)).value('inlet_smtp_connections_opened_total')).toBe(2)
})

test('a client that meets a limit is counted under its name', async () => {
  await using world = await startWorld({
    settings: {
      ...settings,
      SMTP_CONNECTIONS_PER_IP: '2',
      SMTP_MAILS_PER_CONNECTION: '1',
      SMTP_LIMITS_EXEMPT: '192.0.2.1',
    },
  })
  const { fullAddress } = await world.address('code')
  const { hostname } = world.tenant.domain
  await using client = await smtpClient(world.smtpPort ?? 0)
  await using other = await smtpClient(world.smtpPort ?? 0)

  await using third = await smtpClient(world.smtpPort ?? 0, { isSilent: true })
  await third.ended
  await client.deliver('Subject: one\r\n\r\n', fullAddress)
  await client.say('MAIL FROM:<>')
  await other.say('MAIL FROM:<>')
  await other.pipeline(Array.from({ length: 21 }, (_, index) => `RCPT TO:<nobody${index}@${hostname}>`))
  const page = await readMetrics(world)

  const hits = (limit: string) => page.value('inlet_smtp_limit_hits_total', { limit })
  expect(hits('connections_per_client')).toBe(1)
  expect(hits('mails_per_connection')).toBe(1)
  expect(hits('failed_recipients')).toBe(1)
  expect(hits('memory')).toBe(0)
  expect(page.value('inlet_smtp_negative_replies_total', { reply: '550' })).toBe(20)
  expect(page.value('inlet_recipients_refused_total', { reason: 'NOT_FOUND', reply: '550' })).toBe(21)
})

test('mails above the rate of one client are counted', async () => {
  await using world = await startWorld({
    settings: { ...settings, SMTP_MAILS_PER_MINUTE_PER_IP: '1', SMTP_LIMITS_EXEMPT: '192.0.2.1' },
  })
  await using client = await smtpClient(world.smtpPort ?? 0)

  const first = await client.say('MAIL FROM:<>')
  await client.say('RSET')
  const second = await client.say('MAIL FROM:<>')
  const page = await readMetrics(world)

  expect([first.code, second.code]).toEqual([250, 451])
  expect(page.value('inlet_smtp_limit_hits_total', { limit: 'mails_per_minute' })).toBe(1)
  expect(page.value('inlet_smtp_negative_replies_total', { reply: '451' })).toBe(1)
})

test('new addresses above the limit of one client are counted with the limits of all processes', async () => {
  await using world = await startWorld({
    settings: { ...settings, SMTP_NEW_ADDRESSES_PER_HOUR: '1', SMTP_LIMITS_EXEMPT: '192.0.2.1' },
  })
  const { hostname } = world.tenant.publicDomain
  await using client = await smtpClient(world.smtpPort ?? 0)

  const first = await client.deliver('Subject: one\r\n\r\n', `one@${hostname}`)
  const second = await client.deliver('Subject: two\r\n\r\n', `two@${hostname}`)
  const page = await readMetrics(world)

  expect([first.code, second.code]).toEqual([250, 451])
  expect(page.value('inlet_rate_limit_hits_total', { limit: 'new-address' })).toBe(1)
  expect(page.value('inlet_mails_refused_total', { reason: 'TOO_MANY_REQUESTS', reply: '451' })).toBe(1)
})

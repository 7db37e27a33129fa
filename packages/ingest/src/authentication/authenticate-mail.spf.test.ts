import type { FakeAnswer } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { judge, mailFrom } from '../../test/judged-mail.ts'

const own = mailFrom('Ada <ada@sender.test>')
const publicIp = '8.8.8.8'
const spf = (record: string, more: Record<string, FakeAnswer> = {}) => ({
  'TXT sender.test': { TXT: [record] },
  ...more,
})
const policy = (tags: string): Record<string, FakeAnswer> => ({
  'TXT _dmarc.sender.test': { TXT: [`v=DMARC1; ${tags}`] },
})

test('a permitted client passes, by IPv4 and IPv6, with a policy and without', async () => {
  const zone = spf('v=spf1 ip4:8.8.8.0/24 ip6:2a00:1450::/32 -all')

  expect(await judge(own, zone, { publicIp })).toBe('pass')
  expect(await judge(own, zone, { publicIp: '2a00:1450::25' })).toBe('pass')
  expect(await judge(own, { ...zone, ...policy('p=reject') }, { publicIp })).toBe('pass')
})

test('hosts of a and mx are permitted clients', async () => {
  const zone = spf('v=spf1 a mx -all', {
    'A sender.test': { A: ['8.8.4.4'] },
    'MX sender.test': { MX: [[10, 'mx.sender.test']] },
    'A mx.sender.test': { A: [publicIp] },
    'AAAA mx.sender.test': { AAAA: ['2a00:1450::25'] },
  })

  expect(await judge(own, zone, { publicIp })).toBe('pass')
  expect(await judge(own, zone, { publicIp: '2a00:1450::25' })).toBe('pass')
  expect(await judge(own, zone, { publicIp: '9.9.9.9' })).toBe('fail')
})

test('-all fails the client, ~all does not', async () => {
  expect(await judge(own, spf('v=spf1 -all'), { publicIp })).toBe('fail')
  expect(await judge(own, spf('v=spf1 ~all'), { publicIp })).toBe('none')
  expect(await judge(own, spf('v=spf1 ?all'), { publicIp })).toBe('none')
  expect(await judge(own, {}, { publicIp })).toBe('none')
})

test('SPF is not evaluated for a client that is not public', async () => {
  expect(await judge(own, { ...spf('v=spf1 -all'), ...policy('p=reject') })).toBe('none')
})

test('another domain in the envelope gives no pass, and fails where the author has a policy', async () => {
  const zone = { 'TXT elsewhere.test': { TXT: ['v=spf1 ip4:8.8.8.8 -all'] } }
  const arrival = { publicIp, mailFrom: 'bounces@elsewhere.test' }

  expect(await judge(own, zone, arrival)).toBe('none')
  expect(await judge(own, { ...zone, ...policy('p=none') }, arrival)).toBe('fail')
})

test('the alignment mode of a policy decides about the envelope: strict refuses the subdomain, relaxed accepts it', async () => {
  const zone = { 'TXT bounces.sender.test': { TXT: ['v=spf1 ip4:8.8.8.8 -all'] } }
  const arrival = { publicIp, mailFrom: 'x@bounces.sender.test' }

  expect(await judge(own, zone, arrival)).toBe('pass')
  expect(await judge(own, { ...zone, ...policy('p=reject') }, arrival)).toBe('pass')
  expect(await judge(own, { ...zone, ...policy('p=reject; aspf=s') }, arrival)).toBe('fail')
})

test('without an envelope sender SPF checks the HELO name (RFC 7208 §2.4)', async () => {
  const zone = { 'TXT mx.sender.test': { TXT: ['v=spf1 ip4:8.8.8.8 -all'] } }

  expect(await judge(own, zone, { publicIp, mailFrom: '', helo: 'mx.sender.test' })).toBe('pass')
  expect(await judge(own, zone, { publicIp, mailFrom: '', helo: '' })).toBe('none')
})

test('circular includes and more than ten look-ups give no verdict', async () => {
  const circle = spf('v=spf1 include:other.test -all', {
    'TXT other.test': { TXT: ['v=spf1 include:sender.test -all'] },
  })
  const many = spf(
    `v=spf1 ${Array.from({ length: 12 }, (_, count) => `include:i${count}.test`).join(' ')} -all`,
    Object.fromEntries(
      Array.from({ length: 12 }, (_, count) => [`TXT i${count}.test`, { TXT: ['v=spf1 ip4:9.9.9.9 -all'] }]),
    ),
  )

  expect(await judge(own, circle, { publicIp })).toBe('none')
  expect(await judge(own, many, { publicIp })).toBe('none')
  expect(await judge(own, { ...many, ...policy('p=reject') }, { publicIp })).toBe('fail')
})

test.for<[string, FakeAnswer]>([
  ['fails', 'SERVFAIL'],
  ['is refused', 'REFUSED'],
  ['gets no answer', 'silence'],
])('where the question for the record %s, a policy is not held against the mail', async ([, answer]) => {
  const zone = { 'TXT sender.test': answer, ...policy('p=reject') }

  expect(await judge(own, zone, { publicIp, budgetMs: 300 })).toBe('none')
})

test('where the query for the policy gets no answer, the verdict is none', async () => {
  const zone = { ...spf('v=spf1 ip4:8.8.8.8 -all'), 'TXT _dmarc.sender.test': 'silence' as const }

  expect(await judge(own, zone, { publicIp, budgetMs: 300 })).toBe('none')
})

test('a policy of the organization holds for its subdomains', async () => {
  const sub = mailFrom('ada@news.sender.test')

  expect(await judge(sub, policy('p=reject'), { publicIp })).toBe('fail')
})

test('a record that is not a policy counts as no policy', async () => {
  const zone = { 'TXT _dmarc.sender.test': { TXT: ['v=DMARC2; p=reject', 'hello', ''] } }

  expect(await judge(own, zone, { publicIp })).toBe('none')
})

test('any envelope sender and HELO name gives a verdict', async () => {
  const odd = [
    '',
    '@',
    'a@',
    '@b',
    '"a b"@[1.2.3.4]',
    `${'x'.repeat(5_000)}@sender.test`,
    'a@\0.test',
    'a@ünï.test',
    '%{i}@%{d}',
  ]

  for (const name of odd) {
    expect(['none', 'fail'], name.slice(0, 20)).toContain(
      await judge(own, {}, { publicIp, mailFrom: name, helo: name }),
    )
  }
})

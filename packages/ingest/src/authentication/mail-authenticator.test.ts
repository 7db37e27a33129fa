import { createLog } from '@inlet/runtime'
import { type FakeAnswer, fakeDns, mailSigner, waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { mailFrom } from '../../test/judged-mail.ts'
import { createMailAuthenticator, type MailAuthenticator } from './mail-authenticator.ts'

const sender = mailSigner('sender.test')
const keys: Record<string, FakeAnswer> = { [sender.keyQuestion]: { TXT: [sender.keyRecord] } }
const own = mailFrom('Ada <ada@sender.test>')
const envelope = (clientIp: string) => ({ mailFrom: 'ada@sender.test', clientIp, helo: 'mx.sender.test', isTls: false })
const loopback = envelope('127.0.0.1')

const verdicts =
  ({ judge }: MailAuthenticator) =>
  async (...mail: Parameters<MailAuthenticator['judge']>) =>
    (await judge(...mail)).verdict

async function startAuthenticator(
  zone: Record<string, FakeAnswer>,
  settings: { isOn?: boolean; dnsBudgetMs?: number } = {},
) {
  const dns = await fakeDns(zone)
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const authenticator = createMailAuthenticator(
    { isOn: true, dnsServers: [dns.server], dnsBudgetMs: 2_000, ...settings },
    log,
  )
  return {
    verdict: verdicts(authenticator),
    stop: authenticator.stop,
    dns,
    lines,
    async [Symbol.asyncDispose]() {
      await authenticator.stop()
      await dns[Symbol.asyncDispose]()
    },
  }
}

test('a signed mail passes and a changed one fails, whatever its size', async () => {
  await using started = await startAuthenticator(keys)
  const large = `${own}${'A line of a large mail, some forty bytes.\r\n'.repeat(50_000)}`

  for (const text of [own, large]) {
    const raw = await sender.sign(text)
    const changed = Buffer.concat([raw, Buffer.from('More.\r\n')])
    expect(await started.verdict(raw, loopback)).toBe('pass')
    expect(await started.verdict(changed, loopback)).toBe('fail')
  }
})

test('many mails at a time each get their own verdict, and the key is asked for once', async () => {
  await using started = await startAuthenticator(keys)
  const mails = await Promise.all(
    Array.from({ length: 40 }, async (_, count) => {
      const raw = await sender.sign(mailFrom('ada@sender.test', [`X-Count: ${count}`]))
      return count % 2 === 0 ? raw : Buffer.concat([raw, Buffer.from('x')])
    }),
  )

  const verdicts = await Promise.all(mails.map((raw) => started.verdict(raw, loopback)))

  expect(verdicts).toEqual(mails.map((_, count) => (count % 2 === 0 ? 'pass' : 'fail')))
  expect(started.dns.asked.filter((question) => question === sender.keyQuestion)).toHaveLength(1)
})

test('a mail without a signature from a client that is not public asks nothing', async () => {
  await using started = await startAuthenticator({ 'TXT sender.test': { TXT: ['v=spf1 -all'] } })

  for (const clientIp of ['127.0.0.1', '::1', '10.0.0.1', '::ffff:192.168.0.1', 'fe80::1%eth0', '', 'nonsense']) {
    expect(await started.verdict(Buffer.from(own), envelope(clientIp))).toBe('none')
  }
  expect(started.dns.asked).toEqual([])
})

test('a public client is asked about, also behind an IPv4-mapped spelling', async () => {
  await using started = await startAuthenticator({
    'TXT sender.test': { TXT: ['v=spf1 ip4:8.8.8.8 ip6:2a00:1450::/32 -all'] },
  })

  const verdicts = ['8.8.8.8', '::ffff:8.8.8.8', '2a00:1450::25', '9.9.9.9'].map((clientIp) =>
    started.verdict(Buffer.from(own), envelope(clientIp)),
  )

  expect(await Promise.all(verdicts)).toEqual(['pass', 'pass', 'pass', 'fail'])
})

test('switched off, nothing is asked and nothing is told', async () => {
  await using started = await startAuthenticator(keys, { isOn: false })

  expect(await started.verdict(await sender.sign(own), loopback)).toBe('none')
  expect(started.dns.asked).toEqual([])
})

test('servers that say nothing cost a mail its budget at most, and after a few mails nothing at all', async () => {
  const silent = Object.fromEntries(
    Array.from({ length: 10 }, (_, count) => [`TXT silent${count}.test`, 'silence' as const]),
  )
  const from = (count: number) => ({ ...envelope('8.8.8.8'), mailFrom: `ada@silent${count}.test` })
  const raw = Buffer.from(own)
  const tookMs: number[] = []

  for (let run = 0; run < 3; run += 1) {
    await using started = await startAuthenticator({ ...silent, 'NS .': 'silence' }, { dnsBudgetMs: 400 })
    // The thread is there before anything is measured.
    await started.verdict(raw, { ...envelope('8.8.8.8'), mailFrom: 'ada@known.test' })

    const beganAt = performance.now()
    const verdicts = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((count) => started.verdict(raw, from(count))))
    tookMs.push(performance.now() - beganAt)
    await waitFor(() => started.lines.some((line) => line.includes('"state":"silent"')))
    const after = await started.verdict(await sender.sign(own), from(7))

    expect(verdicts).toEqual(verdicts.map(() => 'none'))
    expect(after).toBe('none')
    expect(started.dns.asked).not.toContain('TXT silent7.test')
  }

  // The quickest, since the machine may be busy.
  expect(Math.min(...tookMs)).toBeLessThan(1_500)
})

test('above 256 mails at a time the verdict is none at once', async () => {
  await using started = await startAuthenticator({ 'TXT sender.test': 'silence' }, { dnsBudgetMs: 1_000 })
  const raw = Buffer.from(own)
  const first = Array.from({ length: 256 }, () => started.verdict(raw, envelope('8.8.8.8')))

  const surplus = await Promise.race([
    started.verdict(raw, envelope('8.8.8.8')),
    Promise.race(first).then(() => 'late'),
  ])

  expect(surplus).toBe('none')
  expect(new Set(await Promise.all(first))).toEqual(new Set(['none']))
})

test('stopping gives every mail on its way its none, and later ones too', async () => {
  await using started = await startAuthenticator({ 'TXT sender.test': 'silence' })
  const underway = started.verdict(Buffer.from(own), envelope('8.8.8.8'))

  await started.stop()

  expect(await underway).toBe('none')
  expect(await started.verdict(await sender.sign(own), loopback)).toBe('none')
})

test('no log line tells of a mail', async () => {
  await using started = await startAuthenticator(
    { 'TXT sender.test': 'silence', 'NS .': 'silence' },
    { dnsBudgetMs: 50 },
  )

  await started.verdict(await sender.sign(own), envelope('8.8.8.8'))
  await started.stop()

  expect(started.lines.join()).not.toMatch(/sender\.test|8\.8\.8\.8|Hello/)
})

test.for([
  ['never says anything', 'setInterval(() => {}, 1000)'],
  ['cannot start', 'throw new Error("broken")'],
  ['ends by itself', ''],
  ['runs out of memory', 'const all = []; for (;;) all.push(new Array(100000).fill({}))'],
])('a thread that %s costs its mails their verdict, and the next one starts only after a pause', async ([, code]) => {
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const script = new URL(`data:text/javascript,${encodeURIComponent(code ?? '')}`)
  const authenticator = createMailAuthenticator({ isOn: true, dnsServers: ['127.0.0.1:9'], dnsBudgetMs: 100 }, log, {
    script,
    hashingMs: 100,
    startMs: 2_000,
    pauseMs: 60_000,
  })
  const raw = await sender.sign(own)

  const verdict = verdicts(authenticator)
  const before = await Promise.all([1, 2, 3].map(() => verdict(raw, loopback)))
  const after = await verdict(raw, loopback)
  await authenticator.stop()

  expect([...before, after]).toEqual(['none', 'none', 'none', 'none'])
  expect(lines.filter((line) => line.includes('mail authentication thread ended'))).toHaveLength(1)
})

import { setImmediate } from 'node:timers/promises'
import { createLog } from '@inlet/runtime'
import { type FakeAnswer, fakeDns, mailSigner, waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { envelope, mailFrom, verdicts } from '../../test/judged-mail.ts'
import { slowHeads } from '../../test/slow-heads.ts'
import { createMailAuthenticator } from './mail-authenticator.ts'

const sender = mailSigner('sender.test')
const keys: Record<string, FakeAnswer> = { [sender.keyQuestion]: { TXT: [sender.keyRecord] } }
const own = mailFrom('Ada <ada@sender.test>')
const loopback = envelope('127.0.0.1')

async function startAuthenticator(
  zone: Record<string, FakeAnswer>,
  settings: { isOn?: boolean; limitMs?: number } = {},
) {
  const dns = await fakeDns(zone)
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const authenticator = createMailAuthenticator(
    { isOn: true, dnsServers: [dns.server], limitMs: 20_000, ...settings },
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

test('many mails at a time each get their own verdict, and the key is fetched once', async () => {
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

test('a mail without a signature from a client that is not public sends no DNS query', async () => {
  await using started = await startAuthenticator({ 'TXT sender.test': { TXT: ['v=spf1 -all'] } })

  for (const clientIp of ['127.0.0.1', '::1', '10.0.0.1', '::ffff:192.168.0.1', 'fe80::1%eth0', '', 'nonsense']) {
    expect(await started.verdict(Buffer.from(own), envelope(clientIp))).toBe('none')
  }
  expect(started.dns.asked).toEqual([])
})

test('SPF is evaluated for a public client, also with an IPv4-mapped address', async () => {
  await using started = await startAuthenticator({
    'TXT sender.test': { TXT: ['v=spf1 ip4:8.8.8.8 ip6:2a00:1450::/32 -all'] },
  })

  const verdicts = ['8.8.8.8', '::ffff:8.8.8.8', '2a00:1450::25', '9.9.9.9'].map((clientIp) =>
    started.verdict(Buffer.from(own), envelope(clientIp)),
  )

  expect(await Promise.all(verdicts)).toEqual(['pass', 'pass', 'pass', 'fail'])
})

test('switched off, there is no DNS query and every verdict is none', async () => {
  await using started = await startAuthenticator(keys, { isOn: false })

  expect(await started.verdict(await sender.sign(own), loopback)).toBe('none')
  expect(started.dns.asked).toEqual([])
})

test('silent name servers delay a mail by its budget at most, and after a few mails not at all', async () => {
  const silent = Object.fromEntries(
    Array.from({ length: 10 }, (_, count) => [`TXT silent${count}.test`, 'silence' as const]),
  )
  const from = (count: number) => ({ ...envelope('8.8.8.8'), mailFrom: `ada@silent${count}.test` })
  const raw = Buffer.from(own)
  const tookMs: number[] = []

  for (let run = 0; run < 3; run += 1) {
    await using started = await startAuthenticator({ ...silent, ...keys, 'NS .': 'silence' }, { limitMs: 400 })
    // The thread runs before anything is measured.
    const signed = await sender.sign(own)
    await waitFor(async () => (await started.verdict(signed, loopback)) === 'pass')

    const beganAt = performance.now()
    const verdicts = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((count) => started.verdict(raw, from(count))))
    tookMs.push(performance.now() - beganAt)
    await waitFor(() => started.lines.some((line) => line.includes('"state":"silent"')))
    const after = await started.verdict(await sender.sign(own), from(7))

    expect(verdicts).toEqual(verdicts.map(() => 'none'))
    expect(after).toBe('none')
    expect(started.dns.asked).not.toContain('TXT silent7.test')
  }

  // The fastest, since the machine may be busy.
  expect(Math.min(...tookMs)).toBeLessThan(1_500)
})

test('above 128 mails of one client, or 512 of all, the verdict is none at once', async () => {
  await using started = await startAuthenticator({ 'TXT sender.test': 'silence', 'NS .': { NS: ['root.test'] } })
  const raw = Buffer.from(own)
  const waiting: Promise<unknown>[] = []
  const isFullFor = async (clientIp: string) => {
    const verdict = started.verdict(raw, envelope(clientIp)).then(() => 'at once')
    waiting.push(verdict)
    // A mail for the thread takes rounds of the loop, a refused one takes none.
    return (await Promise.race([verdict, setImmediate('waits')])) === 'at once'
  }

  for (const clientIp of ['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4']) {
    for (let count = 0; count < 127; count += 1) waiting.push(started.verdict(raw, envelope(clientIp)))
    expect(await isFullFor(clientIp)).toBe(false)
    expect(await isFullFor(clientIp)).toBe(true)
  }
  expect(await isFullFor('8.8.8.5')).toBe(true)
  await started.stop()
  await Promise.all(waiting)
})

test('large mails of one client leave room for those of another, and for small ones of any client', async () => {
  await using started = await startAuthenticator({ ...keys, 'TXT slow.test': 'silence', 'NS .': { NS: ['root.test'] } })
  const large = await sender.sign(`${own}${'A line of a large mail, some forty bytes.\r\n'.repeat(400_000)}`)
  const slow = (clientIp: string) => started.verdict(large, { ...envelope(clientIp), mailFrom: 'ada@slow.test' })

  const held = [slow('8.8.8.1'), slow('8.8.8.2')]
  const surplus = await slow('8.8.8.1')
  const small = await started.verdict(await sender.sign(own), envelope('8.8.8.1'))
  await started.stop()

  expect([surplus, small]).toEqual(['none', 'pass'])
  await Promise.all(held)
})

test('after stop, every running and every later mail is none', async () => {
  await using started = await startAuthenticator({ 'TXT sender.test': 'silence' })
  const underway = started.verdict(Buffer.from(own), envelope('8.8.8.8'))

  await started.stop()

  expect(await underway).toBe('none')
  expect(await started.verdict(await sender.sign(own), loopback)).toBe('none')
})

test('no log line is about a mail', async () => {
  await using started = await startAuthenticator({ 'TXT sender.test': 'silence', 'NS .': 'silence' }, { limitMs: 50 })

  await started.verdict(await sender.sign(own), envelope('8.8.8.8'))
  await started.stop()

  expect(started.lines.join()).not.toMatch(/sender\.test|8\.8\.8\.8|Hello/)
})

test('heads that would take long are not sent to the thread, and other mails get their verdict', async () => {
  await using started = await startAuthenticator(keys)
  const fast = await sender.sign(own)
  const custom = Object.values(slowHeads).flatMap((head) => [head, head])

  const verdicts = custom.map((head) => started.verdict(Buffer.from(head(120_000)), envelope('8.8.8.8', 'mallory')))
  const others = Array.from({ length: 8 }, () => started.verdict(fast, loopback))

  expect(new Set(await Promise.all(verdicts))).toEqual(new Set(['none']))
  expect(new Set(await Promise.all(others))).toEqual(new Set(['pass']))
  expect(started.dns.asked.filter((question) => question === 'TXT sender.test')).toEqual([])
})

test('senders and HELO names longer than an address may be are not judged', async () => {
  await using started = await startAuthenticator({ 'TXT sender.test': { TXT: ['v=spf1 +all'] } })
  const raw = Buffer.from(own)

  expect(await started.verdict(raw, envelope('8.8.8.8', 'a'.repeat(400)))).toBe('none')
  expect(await started.verdict(raw, { ...envelope('8.8.8.8', 'ada'), helo: 'x'.repeat(400) })).toBe('none')
  expect(await started.verdict(raw, envelope('8.8.8.8', 'ada'))).toBe('pass')
})

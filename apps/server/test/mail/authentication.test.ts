import { type FakeAnswer, fakeDns, mailSigner, waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { smtpClient } from '../support/smtp-client.ts'
import { storedSource } from '../support/stored-source.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const sender = mailSigner('elsewhere.example')
const published = { [sender.keyQuestion]: { TXT: [sender.keyRecord] } }
const first = mailSigner('first.example', { kind: 'ed25519' })

/** A world that judges mails already: where the machine is busy, starting the thread alone may take a mail's two seconds. */
async function judgingWorld(zone: Record<string, FakeAnswer>, settings: Record<string, string> = {}) {
  const dns = await fakeDns({ ...zone, [first.keyQuestion]: { TXT: [first.keyRecord] } })
  const { SMTP_PROXY_FROM = '', ...rest } = settings
  const world = await startWorld({ settings: { DNS_SERVERS: dns.server, ...rest, SMTP_PROXY_FROM } })
  const raw = await first.sign(plainMail().replaceAll('elsewhere.example', 'first.example'))
  const to = `first@${world.tenant.publicDomain.hostname}`
  await waitFor(async () => {
    if (SMTP_PROXY_FROM === '') await world.send(raw, to)
    else await sendFrom(world, { clientIp: '127.0.0.1', to, raw: raw.toString() })
    return (await authTagsOf(world, to)).includes('auth:pass')
  }, 40_000)
  return {
    world,
    dns,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await dns[Symbol.asyncDispose]()
    },
  }
}

async function sendFrom(world: World, { clientIp, to, raw }: { clientIp: string; to: string; raw: string }) {
  await using client = await smtpClient(world.smtpPort ?? 0, { isSilent: true })
  client.write(`PROXY TCP4 ${clientIp} 127.0.0.1 40000 25\r\n`)
  await client.reply()
  await client.say('EHLO mx.elsewhere.example')
  expect(await client.deliver(raw, to)).toMatchObject({ code: 250 })
}

async function authTagsOf(world: World, fullAddress: string): Promise<string[]> {
  const [item] = await world.messagesOf(fullAddress)
  const detail = await world.call(`/v1/messages/${item?.id}`)
  expect(detail.body.data.tags).toEqual(item?.tags)
  expect(item?.tags).toEqual([...new Set(item?.tags)].sort())
  return (item?.tags ?? []).filter((tag) => tag.startsWith('auth:'))
}

test('a mail that its author domain signed is tagged auth:pass, one that was changed auth:fail', async () => {
  await using judging = await judgingWorld(published)
  const { world } = judging
  const { hostname } = world.tenant.publicDomain
  const raw = await sender.sign(plainMail({ text: 'Your code is 482913.' }))

  await world.send(raw, `whole@${hostname}`)
  await world.send(Buffer.from(raw.toString().replace('482913', '111111')), `changed@${hostname}`)

  expect(await authTagsOf(world, `whole@${hostname}`)).toEqual(['auth:pass'])
  expect(await authTagsOf(world, `changed@${hostname}`)).toEqual(['auth:fail'])
})

test('a mail that claims to be authenticated by our name is tagged auth:none, and its source stays as it came', async () => {
  await using dns = await fakeDns(published)
  await using world = await startWorld({ settings: { DNS_SERVERS: dns.server, SMTP_NAME: 'mx.test' } })
  const { hostname } = world.tenant.publicDomain
  const claim = 'Authentication-Results: mx.test; dkim=pass header.d=elsewhere.example; dmarc=pass\r\n'

  await world.send(claim + plainMail(), `claim@${hostname}`)

  const stored = await world.deps.db.collection('messages').findOne({})
  expect(await authTagsOf(world, `claim@${hostname}`)).toEqual(['auth:none'])
  expect((await storedSource(world.deps.db, stored)).raw.toString()).toBe(claim + plainMail())
  expect(dns.asked).toEqual([])
})

test('a mail for several recipients is judged once, and each copy has the tag', async () => {
  await using judging = await judgingWorld(published)
  const { world, dns } = judging
  const { hostname } = world.tenant.publicDomain
  const to = ['a', 'b', 'c'].map((localPart) => `${localPart}@${hostname}`)

  await world.send(await sender.sign(plainMail()), to)

  for (const each of to) expect(await authTagsOf(world, each)).toEqual(['auth:pass'])
  expect(dns.asked.filter((question) => question === sender.keyQuestion)).toHaveLength(1)
})

test('while DNS does not answer a signed mail is stored within the budget, tagged auth:none', async () => {
  const tookMs: number[] = []
  for (let run = 0; run < 2; run += 1) {
    await using dns = await fakeDns({
      [sender.keyQuestion]: 'silence',
      'TXT _dmarc.elsewhere.example': 'silence',
      'NS .': 'silence',
    })
    await using world = await startWorld({ settings: { DNS_SERVERS: dns.server } })
    const { hostname } = world.tenant.publicDomain
    // The first mail that needs it starts the thread.
    await world.send(await mailSigner('other.example', { kind: 'ed25519' }).sign(plainMail()), `first@${hostname}`)
    const raw = await sender.sign(plainMail())

    const beganAt = performance.now()
    await world.send(raw, `silent@${hostname}`)
    tookMs.push(performance.now() - beganAt)

    expect(await authTagsOf(world, `silent@${hostname}`)).toEqual(['auth:none'])
  }
  // The quicker, since the machine may be busy.
  expect(Math.min(...tookMs)).toBeLessThan(4_000)
})

test('switched off, every mail is tagged auth:none, without a DNS query', async () => {
  await using dns = await fakeDns(published)
  await using world = await startWorld({ settings: { DNS_SERVERS: dns.server, MAIL_AUTHENTICATION: 'false' } })
  const { hostname } = world.tenant.publicDomain

  await world.send(await sender.sign(plainMail()), `off@${hostname}`)

  expect(await authTagsOf(world, `off@${hostname}`)).toEqual(['auth:none'])
  expect(dns.asked).toEqual([])
})

test('behind a balancer SPF is checked for the client of the PROXY header, not for the balancer', async () => {
  const zone = { 'TXT elsewhere.example': { TXT: ['v=spf1 ip4:8.8.8.8 -all'] } }
  await using judging = await judgingWorld(zone, { SMTP_PROXY_FROM: '127.0.0.1' })
  const { world } = judging
  const { hostname } = world.tenant.publicDomain

  await sendFrom(world, { clientIp: '8.8.8.8', to: `permitted@${hostname}`, raw: plainMail() })
  await sendFrom(world, { clientIp: '9.9.9.9', to: `refused@${hostname}`, raw: plainMail() })

  expect(await authTagsOf(world, `permitted@${hostname}`)).toEqual(['auth:pass'])
  expect(await authTagsOf(world, `refused@${hostname}`)).toEqual(['auth:fail'])
})

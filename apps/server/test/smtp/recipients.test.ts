import { insertDomain, unpackSummary } from '@inlet/core'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail, startWorld } from '../support/world.ts'

const newWorld = sharedServer()

test('a foreign domain is 5.7.1, an unknown mailbox 5.1.1, and neither ends the transaction', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<sender@elsewhere.example>')

  expect((await client.say('RCPT TO:<someone@foreign.example>')).text).toMatch(/^550 5\.7\.1 /)
  expect((await client.say(`RCPT TO:<nobody@${world.tenant.domain.hostname}>`)).text).toMatch(/^550 5\.1\.1 /)
  expect((await client.say('RCPT TO:<postmaster>')).text).toMatch(/^550 5\.1\.1 /)
  expect((await client.say(`RCPT TO:<${fullAddress}>`)).text).toMatch(/^250 2\.1\.5 /)
  expect((await client.say('DATA')).code).toBe(354)
  client.write(`${plainMail()}.\r\n`)
  expect((await client.reply()).code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toHaveLength(1)
})

test('a local part is accepted exactly if it matches the pattern, which allows dots at both ends and in a row', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain
  const fitting = [
    'a',
    '0',
    '.a',
    'a.',
    'a..b',
    '...',
    '-',
    '_',
    '-._',
    'A.B_c-9',
    'x'.repeat(64),
    `.${'x'.repeat(63)}`,
  ]
  const others = [
    'x'.repeat(65),
    'a!b',
    'a&b',
    'a%b',
    'a/b',
    "o'neil",
    '"a"',
    '"a b"',
    '"a@b"',
    'a\\b',
    'ä',
    '例',
    '=',
    '+',
    '+shop',
    'a,b',
    'a(b)',
  ]
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<sender@elsewhere.example> SMTPUTF8')

  for (const localPart of fitting) {
    expect((await client.say(`RCPT TO:<${localPart}@${hostname}>`)).text, localPart).toMatch(/^250 2\.1\.5 /)
  }
  for (const localPart of others) {
    expect((await client.say(`RCPT TO:<${localPart}@${hostname}>`)).text, localPart).toMatch(/^550 5\.1\.3 /)
  }
})

test('an address literal and a host of one label are foreign domains: 5.7.1, where the local part is good', async () => {
  const world = await newWorld()
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<sender@elsewhere.example>')

  for (const to of ['code@localhost', 'x@[127.0.0.1]', 'x+shop@[IPv6:::1]', 'code@127.0.0.1', 'code@a..example']) {
    expect((await client.say(`RCPT TO:<${to}>`)).text, to).toMatch(/^550 5\.7\.1 /)
  }
  for (const to of ['a!b@localhost', '"a"@[127.0.0.1]', 'code@', 'code']) {
    expect((await client.say(`RCPT TO:<${to}>`)).text, to).toMatch(/^550 5\.1\.3 /)
  }
})

test('a host that is not ASCII and no domain name is a foreign domain; one that imitates a domain name is bad syntax', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.domain
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<sender@elsewhere.example> SMTPUTF8')

  const foreign = [
    'bücher',
    'bücher..example',
    'bü_cher.example',
    '\ufffd.example',
    `${'ü'.repeat(260)}.example`,
    '日本。',
  ]
  for (const host of foreign) {
    expect((await client.say(`RCPT TO:<code@${host}>`)).text, host).toMatch(/^550 5\.7\.1 /)
    expect((await client.say(`RCPT TO:<a!b@${host}>`)).text, host).toMatch(/^550 5\.1\.3 /)
  }
  for (const host of [hostname.replace('.', '。'), `${hostname}。`, hostname.replace('e', 'ｅ'), 'BÜCHER.example']) {
    expect((await client.say(`RCPT TO:<code@${host}>`)).text, host).toMatch(/^550 5\.1\.3 /)
  }
})

test('mail to addresses whose local part begins with a dot, or has two in a row, is stored', async () => {
  const world = await newWorld()
  const odd = await Promise.all(['.a', 'a..b', 'z.'].map((localPart) => world.address(localPart)))
  await using client = await smtpClient(world.smtpPort ?? 0)

  const answer = await client.deliver(
    plainMail(),
    odd.map(({ fullAddress }) => fullAddress),
  )

  expect(answer.code).toBe(250)
  for (const { fullAddress } of odd)
    expect(await world.messagesOf(fullAddress)).toMatchObject([{ toAddr: fullAddress }])
})

test('case of local part and host does not matter, nor does the form of an international host', async () => {
  const world = await newWorld()
  const { tenant } = world
  const name = world.deps.newId().toLowerCase()
  const domain = await insertDomain(world.deps, {
    serviceId: tenant.serviceId,
    hostname: `bücher-${name}.example`,
    state: 'verified',
  })
  const { fullAddress } = await world.address('code', {
    ...tenant,
    domain: { id: domain._id, hostname: domain.hostname },
  })
  await using client = await smtpClient(world.smtpPort ?? 0)
  const spellings = [`code@${domain.hostname}`, `Code@${domain.hostname.toUpperCase()}`]
  const others = [`CODE@BÜCHER-${name}.example`, `code@bücher-${name}。example`, `code@bücher-${name}.ｅxample`]

  for (const spelling of spellings) expect((await client.deliver(plainMail(), spelling)).code, spelling).toBe(250)
  await client.say('MAIL FROM:<sender@elsewhere.example> SMTPUTF8')
  expect((await client.say(`RCPT TO:<code@bücher-${name.toUpperCase()}.example>`)).code).toBe(250)
  for (const other of others) expect((await client.say(`RCPT TO:<${other}>`)).text, other).toMatch(/^550 5\.1\.3 /)

  expect(domain.hostname).toMatch(/^xn--/)
  expect((await world.messagesOf(fullAddress)).map(({ toAddr }) => toAddr)).toEqual(spellings.map(() => fullAddress))
})

test('a character that folds to an ASCII letter reaches no inbox: not the Kelvin sign, the long s, or full-width letters', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('desk')
  const { hostname } = world.tenant.domain
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<sender@elsewhere.example> SMTPUTF8')
  expect((await client.say(`RCPT TO:<${fullAddress}>`)).code).toBe(250)

  for (const localPart of ['des\u212a', 'de\u017fk', 'ｄesk', 'des\u212a+shop']) {
    expect((await client.say(`RCPT TO:<${localPart}@${hostname}>`)).text, localPart).toMatch(/^550 5\.1\.3 /)
    expect(await world.inbox(`${localPart}@${hostname}`), localPart).toMatchError(400, 'BAD_REQUEST')
  }
  for (const host of [`${hostname}。`, hostname.replace('.', '。'), hostname.replace('e', 'ｅ')]) {
    expect((await client.say(`RCPT TO:<desk@${host}>`)).text, host).toMatch(/^550 5\.1\.3 /)
    expect(await world.inbox(`desk@${host}`), host).toMatchError(403, 'FORBIDDEN')
  }
})

test('a hundred recipients are a hundred messages; the next one is 452', async () => {
  await using world = await startWorld()
  const { hostname } = world.tenant.publicDomain
  const recipients = Array.from({ length: 100 }, (_, index) => `inbox-${index}@${hostname}`)
  await using client = await smtpClient(world.smtpPort ?? 0)

  const received = await client.pipeline([
    'MAIL FROM:<a@elsewhere.example>',
    ...recipients.map((each) => `RCPT TO:<${each}>`),
  ])
  const tooMany = await client.say(`RCPT TO:<one-more@${hostname}>`)
  const again = await client.say(`RCPT TO:<${recipients[0]}>`)
  await client.say('DATA')
  client.write(`${plainMail({ id: 'to-a-hundred' })}.\r\n`)
  const answer = await client.reply()

  expect(received.every(({ code }) => code === 250)).toBe(true)
  expect(tooMany.text).toMatch(/^452 4\.5\.3 /)
  expect(again.code).toBe(250)
  expect(answer.code).toBe(250)
  const stored = await world.deps.db.collection('messages').find().toArray()
  expect(stored.map(({ summary }) => unpackSummary(summary).toAddr).sort()).toEqual(recipients.sort())
})

test('a domain that is claimed and not verified receives nothing, and the refusal says why; one that fails its checks still receives', async () => {
  const world = await newWorld()
  const { serviceId } = world.tenant
  const name = world.deps.newId().toLowerCase()
  await insertDomain(world.deps, {
    serviceId,
    hostname: `pending-${name}.example`,
    state: 'pending',
    publicInbox: true,
  })
  await insertDomain(world.deps, {
    serviceId,
    hostname: `failing-${name}.example`,
    state: 'failing',
    publicInbox: true,
  })
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<sender@elsewhere.example>')

  for (const localPart of ['code', 'postmaster']) {
    const refused = await client.say(`RCPT TO:<${localPart}@PENDING-${name}.example>`)
    expect(refused.text).toBe('550 5.7.1 This domain is not verified yet')
  }
  await client.say('RSET')
  expect((await client.deliver(plainMail(), `code@failing-${name}.example`)).code).toBe(250)
  expect(await world.messagesOf(`code@failing-${name}.example`)).toHaveLength(1)
})

import { insertDomain } from '@inlet/core'
import { expect, test } from 'vitest'
import { smtpClient } from '../support/smtp-client.ts'
import { type OwnWorld, plainMail, startWorld } from '../support/world.ts'

const secret = { subject: 'Zebra-Subject', text: 'Your code is 713942. Giraffe-Body' }
const contents = /Zebra-Subject|Giraffe-Body|713942/

const entries = (world: OwnWorld) => world.lines.map((line) => JSON.parse(line))
const mailEntries = (world: OwnWorld) => entries(world).filter(({ msg }) => msg === 'mail')

test('a mail has one log line with its outcome, and no line has contents of a mail', async () => {
  await using world = await startWorld()
  const { fullAddress, id: addressId } = await world.address('code')
  const raw = plainMail({ id: 'logged', ...secret })

  await world.send(raw, fullAddress)
  await world.send(raw, fullAddress)
  await world.call(`/v1/messages/${(await world.messagesOf(fullAddress))[0]?.id}`)

  const facts = {
    requestId: expect.any(String),
    clientIp: '127.0.0.1',
    isTls: false,
    hosts: [world.tenant.domain.hostname],
    addressIds: [addressId],
    recipients: 1,
    sizeBytes: raw.length,
  }
  expect(mailEntries(world)).toMatchObject([
    { ...facts, reply: 250, stored: 1, duplicates: 0 },
    { ...facts, reply: 250, stored: 0, duplicates: 1 },
  ])
  expect(new Set(mailEntries(world).map(({ requestId }) => requestId)).size).toBe(2)
  expect(world.lines.filter((line) => contents.test(line))).toEqual([])
})

test('a refused mail, a cut one and a refused recipient have one log line each, without contents', async () => {
  await using world = await startWorld({ settings: { SMTP_MAX_BYTES: '2048' } })
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  await client.deliver(plainMail({ ...secret, text: secret.text.repeat(100) }), fullAddress)
  await client.pipeline(['MAIL FROM:<a@elsewhere.example>', 'RCPT TO:<x@foreign.example>', 'RSET'])
  await client.begin([fullAddress])
  client.write(plainMail(secret))
  client.socket.end()
  await client.ended
  await world.stop()

  expect(mailEntries(world)).toMatchObject([{ reply: 552, refusal: 'PAYLOAD_TOO_LARGE' }, { reply: null }])
  expect(entries(world).filter(({ msg }) => msg === 'recipient refused')).toMatchObject([
    { reply: 550, refusal: 'FORBIDDEN' },
  ])
  expect(world.lines.filter((line) => contents.test(line))).toEqual([])
})

test('a refused recipient is logged with its host, the domain’s state and the sender’s host, and its local part’s length alone', async () => {
  await using world = await startWorld()
  const { domain, serviceId } = world.tenant
  const name = world.deps.newId().toLowerCase()
  for (const state of ['pending', 'failing'] as const)
    await insertDomain(world.deps, { serviceId, hostname: `${state}-${name}.example`, state })
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<Bounce.Secret@Sender.Example>')

  const hosts = [domain.hostname, `failing-${name}.example`, `pending-${name}.example`, 'foreign.example']
  for (const host of hosts) await client.say(`RCPT TO:<okapi+detail@${host.toUpperCase()}>`)
  await client.say('RCPT TO:<okapi>')
  await client.say('RSET')
  await client.say('MAIL FROM:<>')
  await client.say(`RCPT TO:<"okapi"@${domain.hostname}>`)

  const sent = { clientIp: '127.0.0.1', localPartLength: 12, senderHost: 'sender.example', reply: 550 }
  expect(entries(world).filter(({ msg }) => msg === 'recipient refused')).toMatchObject([
    { ...sent, host: hosts[0], domainState: 'verified', refusal: 'NOT_FOUND' },
    { ...sent, host: hosts[1], domainState: 'failing', refusal: 'NOT_FOUND' },
    { ...sent, host: hosts[2], domainState: 'pending', refusal: 'FORBIDDEN' },
    { ...sent, host: hosts[3], domainState: 'unknown', refusal: 'FORBIDDEN' },
    { localPartLength: 5, host: '', refusal: 'BAD_REQUEST' },
    { localPartLength: 7, host: hosts[0], senderHost: '', refusal: 'BAD_REQUEST' },
  ])
  expect(world.lines.filter((line) => /okapi|Secret/i.test(line))).toEqual([])
})

test('when the database refuses a mail the sender gets 451, and the log names the error but shows nothing of the mail', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  // Every write of these collections is refused, as it is by a full disk or a broken shard: with the documents in the error.
  await world.deps.db.command({ collMod: 'messages', validator: { never: true } })
  await world.deps.db.command({ collMod: 'rawChunks', validator: { never: true } })

  const small = world.send(plainMail(secret), fullAddress)
  await expect(small).rejects.toMatchObject({ response: expect.stringMatching(/^451 4\.3\.0 /) })
  const large = world.send(plainMail({ ...secret, text: secret.text.repeat(10_000) }), fullAddress)
  await expect(large).rejects.toMatchObject({ response: expect.stringMatching(/^451 4\.3\.0 /) })

  expect(mailEntries(world)).toMatchObject([{ reply: 451 }, { reply: 451 }])
  expect(entries(world).filter(({ msg }) => msg === 'mail failed')).toMatchObject([
    { error: { message: 'Document failed validation' } },
  ])
  // Nor in another dress: base64, or an array of bytes.
  expect(world.lines.filter((line) => contents.test(line) || line.length > 4_000)).toEqual([])
  expect(await world.messagesOf(fullAddress)).toEqual([])
})

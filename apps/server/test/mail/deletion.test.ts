import { dayMs } from '@inlet/contract'
import { type Caller, clearInbox, deleteAddress, sweepMessages } from '@inlet/core'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { type SmtpClient, smtpClient } from '../support/smtp-client.ts'
import { type OwnWorld, plainMail, startWorld, type World } from '../support/world.ts'

const newWorld = sharedServer()
interface Sent {
  subject: string
  /** Of the whole transaction: a recipient that was refused, or the mail's reply. */
  code: number
  beganAt: number
  endedAt: number
}

/** At one more the server hangs up. */
const mostRefusedRecipients = 20

/** Four senders that send mail after mail to one address until `stop`, which returns all replies. */
async function streamOfMail(world: World, to: string) {
  const connect = () => smtpClient(world.smtpPort ?? 0)
  const clients = await Promise.all(Array.from({ length: 4 }, connect))
  const sent: Sent[] = []
  let isEnding = false
  const running = clients.map(async (first, sender) => {
    let client = first
    let refused = 0
    for (let count = 0; !isEnding; count += 1) {
      if (refused === mostRefusedRecipients) {
        client.socket.destroy()
        client = await connect()
        refused = 0
      }
      const subject = `Mail ${sender}.${count}`
      const beganAt = performance.now()
      const { code, isRecipientRefused } = await sendOne(client, to, subject)
      if (isRecipientRefused) refused += 1
      sent.push({ subject, code, beganAt, endedAt: performance.now() })
    }
    client.socket.destroy()
  })
  return {
    sent,
    async stop(): Promise<Sent[]> {
      isEnding = true
      await Promise.all(running)
      return sent
    },
  }
}

async function sendOne(client: SmtpClient, to: string, subject: string) {
  const [, recipient] = await client.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${to}>`])
  if (recipient?.code !== 250) {
    await client.say('RSET')
    return { code: recipient?.code ?? 0, isRecipientRefused: true }
  }
  await client.say('DATA')
  client.write(`${plainMail({ id: subject.replace(' ', '-'), subject })}.\r\n`)
  return { code: (await client.reply()).code, isRecipientRefused: false }
}

const acknowledged = (sent: Sent[]) => sent.filter(({ code }) => code === 250)
const codes = (sent: Sent[]) => [...new Set(sent.map(({ code }) => code))].sort()
const callerOf = ({ tenant }: World): Caller => ({
  kind: 'apiKey',
  keyId: 'tests',
  serviceId: tenant.serviceId,
  scope: 'admin',
  isLive: true,
})

async function listed(world: World, to: string): Promise<string[]> {
  const subjects: string[] = []
  let cursor = ''
  for (;;) {
    const answer = await world.call(`/v1/inboxes/${encodeURIComponent(to)}/messages?limit=100&cursor=${cursor}`)
    if (answer.status !== 200) throw new Error(answer.text)
    subjects.push(...answer.body.data.map(({ subject }: { subject: string }) => subject))
    if (!answer.body.meta.hasMore) return subjects
    cursor = answer.body.meta.cursor
  }
}

async function sweepAll(world: OwnWorld): Promise<void> {
  world.clock.advance(61_000)
  while (await sweepMessages(world.deps));
}

test('after an address is deleted while mail arrives no message is shown, senders get 550, and the sweep leaves nothing', async () => {
  await using world = await startWorld()
  const { id, fullAddress } = await world.address('code')
  const stream = await streamOfMail(world, fullAddress)
  await waitFor(() => stream.sent.length >= 20)

  await deleteAddress(world.deps, callerOf(world), id)
  const deletedAt = performance.now()
  const before = await world.deps.db.collection('messages').findOne({ addressId: id })
  await waitFor(() => stream.sent.filter(({ beganAt }) => beganAt > deletedAt).length >= 20)
  const sent = await stream.stop()

  expect(codes(sent)).toEqual([250, 550])
  expect(acknowledged(sent).filter(({ beganAt }) => beganAt > deletedAt)).toEqual([])
  expect((await world.call(`/v1/inboxes/${encodeURIComponent(fullAddress)}/messages`)).status).toBe(404)
  expect((await world.call(`/v1/messages/${before?._id}`)).status).toBe(404)
  await sweepAll(world)
  expect(await world.deps.db.collection('messages').countDocuments()).toBe(0)
})

test('an address that is created again shows exactly the mail acknowledged since then', async () => {
  await using world = await startWorld()
  const old = await world.address('code')
  const stream = await streamOfMail(world, old.fullAddress)
  await waitFor(() => stream.sent.length >= 20)

  await deleteAddress(world.deps, callerOf(world), old.id)
  await world.address('code')
  const againAt = performance.now()
  // Longer than any process caches what it read of the old address.
  world.elapse(1_000)
  await waitFor(() => acknowledged(stream.sent).filter(({ beganAt }) => beganAt > againAt).length >= 20)
  const sent = await stream.stop()

  const visible = await listed(world, old.fullAddress)
  const since = acknowledged(sent).filter(({ beganAt }) => beganAt > againAt)
  const before = acknowledged(sent).filter(({ endedAt }) => endedAt < againAt)
  expect(visible).toEqual(expect.arrayContaining(since.map(({ subject }) => subject)))
  expect(visible.filter((subject) => before.some((mail) => mail.subject === subject))).toEqual([])
  await sweepAll(world)
  expect(await world.deps.db.collection('messages').countDocuments({ addressId: old.id })).toBe(0)
  expect(await listed(world, old.fullAddress)).toEqual(visible)
})

test('on a public domain a mail that arrives during a deletion is 451, never 550, and its retry creates a new address', async () => {
  await using world = await startWorld()
  const fullAddress = `visitor@${world.tenant.publicDomain.hostname}`
  await world.send(plainMail(), fullAddress)
  const old = await world.deps.db.collection<{ _id: string }>('addresses').findOne({ fullAddress })
  const stream = await streamOfMail(world, fullAddress)
  await waitFor(() => stream.sent.length >= 20)

  await deleteAddress(world.deps, callerOf(world), old?._id ?? '')
  const deletedAt = performance.now()
  world.elapse(1_000)
  await waitFor(() => acknowledged(stream.sent).filter(({ beganAt }) => beganAt > deletedAt).length >= 20)
  const sent = await stream.stop()

  expect(codes(sent).filter((code) => code !== 250 && code !== 451)).toEqual([])
  const visible = await listed(world, fullAddress)
  const since = acknowledged(sent).filter(({ beganAt }) => beganAt > deletedAt)
  expect(visible).toEqual(expect.arrayContaining(since.map(({ subject }) => subject)))
  expect(new Set(visible).size).toBe(visible.length)
})

test('an inbox that is cleared while mail arrives keeps every mail from after the clearing, and none from before', async () => {
  await using world = await startWorld()
  const { id, fullAddress } = await world.address('code')
  const stream = await streamOfMail(world, fullAddress)
  await waitFor(() => stream.sent.length >= 20)

  const beforeAt = performance.now()
  await clearInbox(world.deps, callerOf(world), id)
  const afterAt = performance.now()
  await waitFor(() => stream.sent.filter(({ beganAt }) => beganAt > afterAt).length >= 20)
  const sent = await stream.stop()

  expect(codes(sent)).toEqual([250])
  const visible = await listed(world, fullAddress)
  const before = sent.filter(({ endedAt }) => endedAt < beforeAt).map(({ subject }) => subject)
  const after = sent.filter(({ beganAt }) => beganAt > afterAt).map(({ subject }) => subject)
  expect(before.length).toBeGreaterThan(0)
  expect(visible.filter((subject) => before.includes(subject))).toEqual([])
  expect(visible).toEqual(expect.arrayContaining(after))
  await sweepAll(world)
  expect((await listed(world, fullAddress)).sort()).toEqual(visible.sort())
  expect(await world.deps.db.collection('messages').countDocuments()).toBe(visible.length)
})

test('a mail whose address is deleted and created again after RCPT is 451, and its retry is stored', async () => {
  const world = await newWorld()
  const first = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${first.fullAddress}>`])
  await deleteAddress(world.deps, callerOf(world), first.id)
  await world.address('code')

  await client.say('DATA')
  client.write(`${plainMail({ id: 'again' })}.\r\n`)
  const reply = await client.reply()
  world.elapse(1_000)
  const retry = await client.deliver(plainMail({ id: 'again' }), first.fullAddress)

  expect(reply.code).toBe(451)
  expect(retry.code).toBe(250)
  expect(await world.messagesOf(first.fullAddress)).toHaveLength(1)
})

test('a mail whose inbox was cleared can be sent again at once, before any sweep, and is shown', async () => {
  const world = await newWorld()
  const { id, fullAddress } = await world.address('code')
  await world.send(plainMail({ id: 'fixture' }), fullAddress)
  await clearInbox(world.deps, callerOf(world), id)

  await world.send(plainMail({ id: 'fixture' }), fullAddress)
  await world.send(plainMail({ id: 'fixture' }), fullAddress)

  expect(await world.messagesOf(fullAddress)).toHaveLength(1)
})

test('a mail whose first copy has expired is stored again, although the copy is still in the database', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await world.send(plainMail({ id: 'weekly' }), fullAddress)
  world.clock.advance(8 * dayMs)

  await world.send(plainMail({ id: 'weekly' }), fullAddress)

  expect(await world.messagesOf(fullAddress)).toHaveLength(1)
})

test('an inbox that another process cleared up to an id of the future gives 451, never a 250 for a message that cannot be read', async () => {
  const world = await newWorld()
  const { id, fullAddress } = await world.address('code')
  const addresses = world.deps.db.collection<{ _id: string; clearedBefore: string }>('addresses')
  await addresses.updateOne({ _id: id }, { $set: { clearedBefore: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' } })
  await using client = await smtpClient(world.smtpPort ?? 0)

  const reply = await client.deliver(plainMail({ id: 'early' }), fullAddress)
  await addresses.updateOne({ _id: id }, { $set: { clearedBefore: '00000000000000000000000000' } })
  const retry = await client.deliver(plainMail({ id: 'early' }), fullAddress)

  expect([reply.code, retry.code]).toEqual([451, 250])
  expect(await world.messagesOf(fullAddress)).toHaveLength(1)
})

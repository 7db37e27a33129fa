import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { storedSource } from '../support/stored-source.ts'
import { plainMail, startWorld } from '../support/world.ts'

const newWorld = sharedServer()

/** More header lines than the parser reads. */
const malformed = `From: Odd <odd@elsewhere.example>\r\n${'X-Filler: x\r\n'.repeat(1_100)}Subject: Too many\r\n\r\nCode 123456\r\n`

test('a mail that the parser refuses is stored raw and tagged, with the facts of its header, and can be read', async () => {
  const world = await newWorld()
  const { id: addressId, fullAddress } = await world.address('code')

  const { response } = await world.send(malformed, fullAddress)

  const [item] = await world.messagesOf(fullAddress)
  const detail = await world.call(`/v1/messages/${item?.id}`)
  const stored = await world.deps.db.collection('messages').findOne({ addressId })
  expect(response).toMatch(/^250 /)
  expect(item).toMatchObject({
    tags: ['auth:none', 'malformed'],
    otpCode: null,
    preview: '',
    sizeBytes: malformed.length,
    fromAddr: 'odd@elsewhere.example',
    subject: 'Too many',
  })
  expect(detail.body.data).toMatchObject({ textBody: '', htmlBody: '' })
  expect((await storedSource(world.deps.db, stored)).raw.toString('latin1')).toBe(malformed)
})

test('the retry of a malformed mail is stored once too', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const raw = `Message-ID: <malformed@elsewhere.example>\r\n${malformed}`

  await world.send(raw, fullAddress)
  const { response } = await world.send(raw, fullAddress)

  expect(response).toMatch(/^250 /)
  expect(await world.messagesOf(fullAddress)).toHaveLength(1)
})

test('mails that are parsed together with a malformed one have all their facts', async () => {
  await using world = await startWorld({ settings: { PARSE_WORKERS: '1' } })
  const { hostname } = world.tenant.publicDomain
  const mails = Array.from({ length: 12 }, (_, index) => ({ to: `inbox-${index}@${hostname}`, isBad: index % 3 === 0 }))
  const senders = await Promise.all(mails.map(() => smtpClient(world.smtpPort ?? 0)))
  await Promise.all(senders.map((sender, index) => sender.begin([mails[index]?.to ?? ''])))

  for (const [index, sender] of senders.entries())
    sender.write(`${mails[index]?.isBad ? malformed : plainMail({ text: `Text ${index}` })}.\r\n`)
  const answers = await Promise.all(senders.map((sender) => sender.reply()))

  expect(answers.map(({ code }) => code)).toEqual(mails.map(() => 250))
  for (const [index, { to, isBad }] of mails.entries()) {
    const expected = isBad
      ? { tags: ['auth:none', 'malformed'], preview: '' }
      : { tags: ['auth:none'], preview: `Text ${index}` }
    expect(await world.messagesOf(to)).toMatchObject([expected])
  }
  for (const { socket } of senders) socket.destroy()
})

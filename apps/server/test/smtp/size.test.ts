import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { dotStuffed, smtpClient } from '../support/smtp-client.ts'
import { plainMail } from '../support/world.ts'

const maxBytes = 64 * 1024
const newWorld = sharedServer({ settings: { SMTP_MAX_BYTES: String(maxBytes) } })
const mailOf = (bytes: number) => {
  const head = 'Subject: Large\r\n\r\n'
  return `${head.padEnd(bytes - 2, `${'y'.repeat(77)}\r\n`)}\r\n`
}

test('a mail whose SIZE= is above the limit is refused at MAIL, one of exactly the limit is not', async () => {
  const world = await newWorld()
  await using client = await smtpClient(world.smtpPort ?? 0)

  const tooBig = await client.say(`MAIL FROM:<a@elsewhere.example> SIZE=${maxBytes + 1}`)
  const nonsense = await client.say('MAIL FROM:<a@elsewhere.example> SIZE=many')
  const greatest = await client.say(`MAIL FROM:<a@elsewhere.example> SIZE=${maxBytes} BODY=8BITMIME`)

  expect(tooBig.text).toMatch(/^552 5\.3\.4 /)
  expect(nonsense.text).toMatch(/^501 5\.5\.4 /)
  expect(greatest.code).toBe(250)
})

test('a mail above the limit is refused and not stored, one of exactly the limit is stored whole, and the connection stays usable', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  const tooBig = await client.deliver(mailOf(maxBytes + 1), fullAddress)
  const greatest = await client.deliver(mailOf(maxBytes), fullAddress)

  expect(tooBig.text).toMatch(/^552 5\.3\.4 /)
  expect(greatest.code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ sizeBytes: maxBytes }])
})

test('size is counted after dot-unstuffing', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  const dots = `Subject: Dots\r\n\r\n${'.\r\n'.repeat(200)}`
  const raw = dots + mailOf(maxBytes - dots.length)

  const answer = await client.deliver(raw, fullAddress)

  expect(dotStuffed(raw).length).toBeGreaterThan(maxBytes)
  expect(answer.code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ sizeBytes: maxBytes }])
})

test('a mail without any byte is stored', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  const answer = await client.deliver('', fullAddress)

  expect(answer.code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toMatchObject([
    { sizeBytes: 0, subject: '', fromAddr: 'sender@elsewhere.example' },
  ])
})

test('of a sender that hangs up before the final dot nothing is stored', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const client = await smtpClient(world.smtpPort ?? 0)
  await client.begin([fullAddress])
  client.write(plainMail({ subject: 'Half' }))

  client.socket.end()
  await client.ended

  await using other = await smtpClient(world.smtpPort ?? 0)
  expect((await other.deliver(plainMail({ subject: 'Whole' }), fullAddress)).code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ subject: 'Whole' }])
})

import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

test('the same mail to the same recipient again is answered 250 and stored once', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'again' })

  const answers = [
    await world.send(raw, fullAddress),
    await world.send(raw, fullAddress.toUpperCase()),
    await world.send(raw, fullAddress),
  ]

  expect(answers.map(({ response }) => response.slice(0, 3))).toEqual(['250', '250', '250'])
  expect(await world.messagesOf(fullAddress)).toHaveLength(1)
})

test('the same large mail again is stored once too', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const raw = plainMail({ id: 'large', text: 'word '.repeat(100_000) })

  await world.send(raw, fullAddress)
  await world.send(raw, fullAddress)

  expect(await world.messagesOf(fullAddress)).toHaveLength(1)
})

test('a mail that is sent on many connections at the same moment is stored once, and all get 250', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const clients = await Promise.all(Array.from({ length: 8 }, () => smtpClient(world.smtpPort ?? 0)))
  await Promise.all(clients.map((client) => client.begin([fullAddress])))

  for (const client of clients) client.write(`${plainMail({ id: 'race' })}.\r\n`)
  const answers = await Promise.all(clients.map((client) => client.reply()))

  expect(answers.map(({ code }) => code)).toEqual(clients.map(() => 250))
  expect(await world.messagesOf(fullAddress)).toHaveLength(1)
  for (const client of clients) client.socket.destroy()
})

test('another recipient, another detail, other bytes or another Message-ID make another message', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  const other = await world.address('other')
  const raw = plainMail({ id: 'one' })

  await world.send(raw, fullAddress)
  await world.send(raw, other.fullAddress)
  await world.send(raw, fullAddress.replace('@', '+shop@'))
  await world.send(plainMail({ id: 'one', text: 'Good evening.' }), fullAddress)
  await world.send(plainMail({ id: 'two' }), fullAddress)

  expect(await world.messagesOf(fullAddress)).toHaveLength(4)
  expect(await world.messagesOf(other.fullAddress)).toHaveLength(1)
})

test('a mail without Message-ID never counts as a retry', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')

  await world.send(plainMail(), fullAddress)
  await world.send(plainMail(), fullAddress)

  expect(await world.messagesOf(fullAddress)).toHaveLength(2)
})

test('a retry is stored for the recipients that the first attempt missed, and for no other', async () => {
  const world = await newWorld()
  const [first, second] = [await world.address('first'), await world.address('second')]
  const raw = plainMail({ id: 'partly' })
  await world.send(raw, first.fullAddress)

  await world.send(raw, [first.fullAddress, second.fullAddress])

  expect(await world.messagesOf(first.fullAddress)).toHaveLength(1)
  expect(await world.messagesOf(second.fullAddress)).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail, startWorld } from '../support/world.ts'

test('behind a balancer the mail is stored with the client that its PROXY header names', async () => {
  await using world = await startWorld({ settings: { SMTP_PROXY_FROM: '127.0.0.0/8' } })
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0, { isSilent: true })
  client.write('PROXY TCP6 2001:db8::7 2001:db8::1 5000 25\r\n')
  await client.reply()
  await client.say('EHLO client.test')

  const answer = await client.deliver(plainMail(), fullAddress)

  expect(answer.code).toBe(250)
  const stored = await world.deps.db.collection('messages').findOne({})
  expect(stored?.envelope).toMatchObject({ clientIp: '2001:db8::7', helo: 'client.test' })
})

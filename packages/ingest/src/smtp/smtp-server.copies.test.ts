import { expect, test } from 'vitest'
import { deliver, type SmtpPeer } from '../../test/smtp-peer.ts'
import { startServer } from '../../test/started-server.ts'

const begin = async (peer: SmtpPeer, recipients: number) => {
  const answers = [await peer.say('MAIL FROM:<a@b.example>')]
  for (let count = 0; count < recipients; count += 1)
    answers.push(await peer.say(`RCPT TO:<code+${count}@inlet.example>`))
  return [...answers.filter((reply) => !reply.startsWith('250')), await peer.say('DATA')]
}

test('a mail counts once for each recipient: after a quiet time a hundred at once are possible, and the next mail is refused before its bytes come', async () => {
  await using server = await startServer({ limits: { copiesPerMinutePerClient: 60 }, settings: { exempt: [] } })
  await using peer = await server.peer()
  await using second = await server.peer()
  // Both have begun before either has counted its recipients.
  await second.say('MAIL FROM:<a@b.example>')
  for (const name of ['one', 'two']) await second.say(`RCPT TO:<${name}@inlet.example>`)

  expect(await begin(peer, 100)).toEqual([expect.stringMatching(/^354/)])
  await peer.write('Subject: x\r\n\r\nText\r\n.\r\n')
  expect(await peer.reply()).toMatch(/^250 /)

  expect(await second.say('DATA')).toMatch(/^451 4\.7\.1 /)
  expect(await peer.say('MAIL FROM:<a@b.example>')).toMatch(/^451 4\.7\.1 /)
  server.advance(92_000)
  expect(await second.say('DATA')).toMatch(/^354/)
  expect(server.taken.map(({ mail }) => mail.recipients.length)).toEqual([100])
})

test('a client over its bytes per minute is refused at MAIL or DATA, before the next mail’s bytes come', async () => {
  await using server = await startServer({ limits: { copyBytesPerMinutePerClient: 60_000 }, settings: { exempt: [] } })
  await using peer = await server.peer()
  await using second = await server.peer()
  await second.say('MAIL FROM:<a@b.example>')
  await second.say('RCPT TO:<code@inlet.example>')

  // As a whole mail is counted, where it is taken.
  expect(server.copyBytes.take('127.0.0.1', 25_000)).toBe(true)

  expect(await second.say('DATA')).toMatch(/^451 4\.7\.1 /)
  expect(await peer.say('MAIL FROM:<a@b.example>')).toMatch(/^451 4\.7\.1 /)
  server.advance(15_000)
  expect(await second.say('DATA')).toMatch(/^354/)
  expect(await deliver(peer)).toMatch(/^250 /)
})

test('while the disk has too little free space, MAIL and DATA are 452', async () => {
  let isReached = false
  await using server = await startServer({ disk: { isReached: () => isReached } })
  await using peer = await server.peer()
  await using second = await server.peer()
  await second.say('MAIL FROM:<a@b.example>')
  await second.say('RCPT TO:<code@inlet.example>')

  isReached = true
  expect(await peer.say('MAIL FROM:<a@b.example>')).toMatch(/^452 4\.3\.1 /)
  expect(await second.say('DATA')).toMatch(/^452 4\.3\.1 /)
  isReached = false
  expect(await deliver(peer)).toMatch(/^250 /)
  expect(await second.say('DATA')).toMatch(/^354/)
})

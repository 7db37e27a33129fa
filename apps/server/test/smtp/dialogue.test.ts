import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

test('the greeting names the server, and EHLO announces to this machine exactly the extensions that it has', async () => {
  const world = await newWorld()
  await using client = await smtpClient(world.smtpPort ?? 0, { isSilent: true })

  const greeting = await client.reply()
  const [first, ...keywords] = (await client.say('EHLO client.test')).lines

  expect(greeting.text).toMatch(/^220 mx\.test ESMTP/)
  expect(first).toMatch(/^mx\.test /)
  expect(keywords.sort()).toEqual(['8BITMIME', 'ENHANCEDSTATUSCODES', 'PIPELINING', 'SIZE 26214400', 'SMTPUTF8'].sort())
})

test('every reply to MAIL, RCPT, DATA, RSET, NOOP and QUIT carries its enhanced code', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  expect((await client.say('MAIL FROM:<sender@elsewhere.example>')).text).toMatch(/^250 2\.1\.0 /)
  expect((await client.say(`RCPT TO:<${fullAddress}>`)).text).toMatch(/^250 2\.1\.5 /)
  expect((await client.say('DATA')).text).toMatch(/^354 (?!\d\.)/)
  client.write(`${plainMail()}.\r\n`)
  expect((await client.reply()).text).toMatch(/^250 2\.6\.0 /)
  expect((await client.say('NOOP')).text).toMatch(/^250 2\.0\.0 /)
  expect((await client.say('RSET')).text).toMatch(/^250 2\.0\.0 /)
  expect((await client.say('VRFY code')).text).toMatch(/^252 2\.1\.5 /)
  expect((await client.say('QUIT')).text).toMatch(/^221 2\.0\.0 /)
  await client.ended
})

test('commands that a receiver does not need are refused, and mail is still accepted on that connection', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  for (const command of ['AUTH PLAIN AGEAYg==', 'WIZ please', 'SHELL', 'KILL', 'BDAT 3 LAST', 'EXPN staff']) {
    expect((await client.say(command)).text, command).toMatch(/^50[02] 5\.5\.[12] /)
  }

  expect((await client.deliver(plainMail(), fullAddress)).code).toBe(250)
})

test('commands out of their order are refused with 503 and break nothing', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0, { isSilent: true })
  await client.reply()

  expect((await client.say('MAIL FROM:<sender@elsewhere.example>')).text).toMatch(/^503 5\.5\.1 /)
  await client.say('EHLO client.test')
  expect((await client.say(`RCPT TO:<${fullAddress}>`)).text).toMatch(/^503 5\.5\.1 /)
  expect((await client.say('DATA')).text).toMatch(/^503 5\.5\.1 /)
  await client.say('MAIL FROM:<sender@elsewhere.example>')
  expect((await client.say('MAIL FROM:<other@elsewhere.example>')).text).toMatch(/^503 5\.5\.1 /)
  expect((await client.say('DATA')).text).toMatch(/^503 5\.5\.1 /)

  await client.say('RSET')
  expect((await client.deliver(plainMail(), fullAddress)).code).toBe(250)
})

test('one connection carries several mails; RSET and EHLO forget the transaction before them', async () => {
  const world = await newWorld()
  const [kept, dropped] = [await world.address('kept'), await world.address('dropped')]
  await using client = await smtpClient(world.smtpPort ?? 0)

  await client.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${dropped.fullAddress}>`, 'RSET'])
  expect((await client.deliver(plainMail({ subject: 'One' }), kept.fullAddress)).code).toBe(250)
  await client.pipeline(['MAIL FROM:<a@elsewhere.example>', `RCPT TO:<${dropped.fullAddress}>`, 'EHLO client.test'])
  expect((await client.deliver(plainMail({ subject: 'Two' }), kept.fullAddress)).code).toBe(250)
  expect((await client.deliver(plainMail({ subject: 'Three' }), kept.fullAddress)).code).toBe(250)

  expect((await world.messagesOf(kept.fullAddress)).map(({ subject }) => subject)).toEqual(['Three', 'Two', 'One'])
  expect(await world.messagesOf(dropped.fullAddress)).toEqual([])
})

test('a whole transaction sent in one write is answered in order', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  const received = await client.pipeline([
    'MAIL FROM:<a@elsewhere.example>',
    `RCPT TO:<${fullAddress}>`,
    'RCPT TO:<x@foreign.example>',
    'DATA',
  ])
  client.write(`${plainMail({ subject: 'Pipelined' })}.\r\n`)
  const last = await client.reply()

  expect(received.map(({ code }) => code)).toEqual([250, 250, 550, 354])
  expect(last.code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ subject: 'Pipelined' }])
})

test('a mail with the null sender is accepted, and its sender is the From', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.begin([fullAddress], '')
  client.write(`${plainMail()}.\r\n`)

  const answer = await client.reply()

  expect(answer.code).toBe(250)
  expect(await world.messagesOf(fullAddress)).toMatchObject([
    { fromAddr: 'ada@elsewhere.example', fromName: 'Ada Sender' },
  ])
})

test('no reply repeats the text of a client as a line of its own', async () => {
  const world = await newWorld()
  await using client = await smtpClient(world.smtpPort ?? 0)

  const odd = [
    'MAIL FROM:<a@b.example\u0007>',
    'RCPT TO:<x\rRCPT TO:<y>',
    'MAIL FROM:<a+0D+0Ab@c.example> ENVID=a+0D+0A250',
    'NO\u0000PE',
    'EHLO a\u0001b',
  ]
  for (const line of odd) {
    const answer = await client.say(line)
    expect(answer.text, JSON.stringify(line)).toMatch(/^[0-9]{3} [\x20-\x7e]*$/)
    expect(answer.code).toBeGreaterThanOrEqual(500)
  }

  expect((await client.say('NOOP')).code).toBe(250)
})

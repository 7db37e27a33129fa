import { smugglingEndings } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { type SmtpClient, smtpClient } from '../support/smtp-client.ts'
import { storedSubjects } from '../support/stored-subjects.ts'
import { startWorld } from '../support/world.ts'

const newWorld = sharedServer()
const smuggled = (to: string) =>
  `MAIL FROM:<evil@elsewhere.example>\r\nRCPT TO:<${to}>\r\nDATA\r\nSubject: Smuggled\r\n\r\nx\r\n`

async function attack(client: SmtpClient, to: string, write: (bytes: Buffer) => Promise<void>): Promise<void> {
  for (const ending of smugglingEndings) {
    await client.begin([to])
    await write(Buffer.from(`Subject: Carrier\r\n\r\nBefore${ending}${smuggled(to)}\r\n.\r\n`, 'latin1'))
    expect((await client.reply()).code, JSON.stringify(ending)).toBe(250)
  }
  expect((await client.say('NOOP')).code).toBe(250)
}

const written = (client: SmtpClient, bytes: Buffer) =>
  new Promise<void>((resolve) => client.socket.write(bytes, () => resolve()))

test('no odd line ending ends a mail: each attempt stays one message', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  await attack(client, fullAddress, (bytes) => written(client, bytes))

  expect((await world.messagesOf(fullAddress)).map(({ subject }) => subject)).toEqual(
    smugglingEndings.map(() => 'Carrier'),
  )
})

test('no odd line ending ends a mail that is sent byte by byte, inside TLS', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.startTls()
  await client.say('EHLO client.test')

  await attack(client, fullAddress, async (bytes) => {
    for (const byte of bytes) await written(client, Buffer.of(byte))
  })

  expect((await world.messagesOf(fullAddress)).map(({ subject }) => subject)).toEqual(
    smugglingEndings.map(() => 'Carrier'),
  )
})

test('no odd line ending ends a mail that is sent in two chunks, cut anywhere around the ending', async () => {
  await using world = await startWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  let sent = 0

  for (const ending of smugglingEndings) {
    const before = 'Subject: Carrier\r\n\r\nBefore'
    const whole = Buffer.from(`${before}${ending}${smuggled(fullAddress)}\r\n.\r\n`, 'latin1')
    for (let cut = before.length - 1; cut <= before.length + ending.length + 1; cut += 1) {
      await client.begin([fullAddress])
      await written(client, whole.subarray(0, cut))
      // The reply to DATA is out, so the parser has what was written so far before the rest comes.
      await new Promise((resolve) => setImmediate(resolve))
      await written(client, whole.subarray(cut))
      expect((await client.reply()).code).toBe(250)
      sent += 1
    }
  }

  const subjects = await storedSubjects(world.deps.db)
  expect(new Set(subjects)).toEqual(new Set(['Carrier']))
  expect(subjects).toHaveLength(sent)
})

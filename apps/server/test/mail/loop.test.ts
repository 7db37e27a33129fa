import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail } from '../support/world.ts'

const newWorld = sharedServer()

const hops = (count: number) =>
  'Received: from a.example by b.example; Sat, 21 Nov 2026 12:00:00 +0000\r\n'.repeat(count)

test('a mail with a hundred Received fields is accepted, one more is a loop', async () => {
  const world = await newWorld()
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)

  const far = await client.deliver(hops(100) + plainMail({ subject: 'Far' }), fullAddress)
  const loop = await client.deliver(hops(101) + plainMail({ subject: 'Loop' }), fullAddress)

  expect(far.code).toBe(250)
  expect(loop.text).toMatch(/^554 5\.4\.6 /)
  expect(await world.messagesOf(fullAddress)).toMatchObject([{ subject: 'Far' }])
})

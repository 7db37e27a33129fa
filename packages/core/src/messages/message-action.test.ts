import type { MailAction } from '@inlet/mail'
import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import { readAction } from './message-action.ts'
import { packSummary } from './message-shapes.ts'

const tracked = 'https://x7.r.eu-west-1.awstrack.me/L0/https:%2F%2Fapp.shop.example%2Fverify%3Ft=1/1/0102018b/Q=1'

test.each([
  ['https://shop.example/verify', 'no-reply@shop.example', true],
  ['https://app.shop.co.uk/verify', 'no-reply@mail.shop.co.uk', true],
  ['https://other.co.uk/verify', 'no-reply@shop.co.uk', false],
  ['https://one.github.io/verify', 'no-reply@two.github.io', false],
  ['https://shop.example.evil.example/verify', 'no-reply@shop.example', false],
  ['https://xn--bcher-kva.example/verify', 'no-reply@BÜCHER.example', true],
  ['http://127.0.0.1:3000/verify', 'no-reply@localhost', false],
  ['http://localhost:3000/verify', 'no-reply@localhost', true],
  ['https://shop.example/r?to=https://evil.example/', 'no-reply@evil.example', false],
  [tracked, 'no-reply@shop.example', true],
  [tracked, 'no-reply@awstrack.me', false],
  ['myapp://verify?token=x', 'no-reply@verify', false],
  ['https://shop.example/verify', '', false],
])('%s in a mail from %s: its host is the sender’s, %s', async (url, fromAddr, expected) => {
  await using world = await startCoreWorld()
  const action: MailAction = { url, text: '', kind: 'verify', lifetimeSeconds: null }
  const facts = { fromName: '', toAddr: 'a@b.example', subject: '', preview: '', sizeBytes: 1, tags: [] }
  const { _id } = await storedMessage(world, { action, summary: packSummary({ fromAddr, ...facts }) })

  const read = await readAction(world.deps, world.operator, _id)

  expect(read).toMatchObject({ url, text: url, isSendersDomain: expected, expiresAt: null })
})

test('a message from before there were actions has none', async () => {
  await using world = await startCoreWorld()
  const { _id } = await storedMessage(world)

  expect(await readAction(world.deps, world.operator, _id)).toBeNull()
})

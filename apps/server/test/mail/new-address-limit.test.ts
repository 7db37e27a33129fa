import { expect, test } from 'vitest'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail, startWorld } from '../support/world.ts'

const settings = { SMTP_NEW_ADDRESSES_PER_HOUR: '3', SMTP_LIMITS_EXEMPT: '192.0.2.1' }

test('above its limit for an hour a client creates no address and gets 451, while mail to existing ones is accepted', async () => {
  await using world = await startWorld({ settings })
  const { hostname } = world.tenant.publicDomain
  const { fullAddress } = await world.address('code')
  await using client = await smtpClient(world.smtpPort ?? 0)
  for (const visitor of ['one', 'two', 'three']) {
    expect((await client.deliver(plainMail(), `${visitor}@${hostname}`)).code).toBe(250)
  }

  const refused = await client.deliver(plainMail(), [`four@${hostname}`, fullAddress])

  expect(refused.text).toMatch(/^451 4\.7\.1 /)
  expect(await world.deps.db.collection('addresses').countDocuments({ localPart: 'four' })).toBe(0)
  expect(await world.messagesOf(fullAddress)).toEqual([])
  expect((await client.deliver(plainMail(), `one@${hostname}`)).code).toBe(250)
  expect((await client.deliver(plainMail(), fullAddress)).code).toBe(250)
})

test('the limit counts the new addresses of two processes together', async () => {
  await using world = await startWorld({ settings })
  await using other = await startWorld({ settings, databaseUri: world.databaseUri })
  const { hostname } = world.tenant.publicDomain
  const codes: number[] = []

  for (const [index, { smtpPort }] of [world, other, world, other, world, other].entries()) {
    await using client = await smtpClient(smtpPort ?? 0)
    codes.push((await client.deliver(plainMail(), `visitor${index}@${hostname}`)).code)
  }

  expect(codes).toEqual([250, 250, 250, 451, 451, 451])
})

test('an exempt client has no limit', async () => {
  await using world = await startWorld({ settings: { SMTP_NEW_ADDRESSES_PER_HOUR: '1' } })
  const { hostname } = world.tenant.publicDomain
  await using client = await smtpClient(world.smtpPort ?? 0)

  expect((await client.deliver(plainMail(), [`one@${hostname}`, `two@${hostname}`])).code).toBe(250)
})

test('one mail may create more addresses than the limit, if its client has created none', async () => {
  await using world = await startWorld({ settings })
  const { hostname } = world.tenant.publicDomain
  await using client = await smtpClient(world.smtpPort ?? 0)

  const five = await client.deliver(
    plainMail(),
    ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@${hostname}`),
  )

  expect(five.code).toBe(250)
  expect((await client.deliver(plainMail(), `f@${hostname}`)).text).toMatch(/^451 4\.7\.1 /)
})

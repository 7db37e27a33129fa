import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { useUpVisitorShare } from '../support/visitor-share.ts'
import { askAsVisitor, generate } from '../support/visits.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const settings = {
  SMTP_NEW_ADDRESSES_PER_HOUR: '3',
  SMTP_LIMITS_EXEMPT: '192.0.2.1',
  TRUSTED_PROXIES: '127.0.0.1',
  PUBLIC_REQUESTS_PER_MINUTE: '1000',
}

/** Makes an address as a visitor; from another address than the mails of tests where `client` names one. */
const ask = (world: World, localPart: string, { client = '', hostname = world.tenant.publicDomain.hostname } = {}) =>
  askAsVisitor(world, '/inbox/generate', {
    method: 'POST',
    body: { hostname, localPart },
    headers: client === '' ? {} : { 'x-forwarded-for': client },
  })

test('the addresses that a client makes as a visitor and by first mails count together, and those of another client, and of the service, apart', async () => {
  await using world = await startWorld({ settings })
  const { hostname } = world.tenant.publicDomain
  await using client = await smtpClient(world.smtpPort ?? 0)
  for (const name of ['one', 'two']) expect((await client.deliver(plainMail(), `${name}@${hostname}`)).code).toBe(250)
  for (let tries = 0; tries < 3; tries += 1) expect((await ask(world, 'one')).status).toBe(409)
  expect((await ask(world, 'three')).status).toBe(201)

  const refused = await ask(world, 'four')

  expect(refused).toMatchError(429, 'TOO_MANY_REQUESTS', 'rate_limited')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  expect(refused.headers['x-ratelimit-limit']).toBe('3')
  expect((await client.deliver(plainMail(), `five@${hostname}`)).text).toMatch(/^451 4\.7\.1 /)
  expect((await client.deliver(plainMail(), `three@${hostname}`)).code).toBe(250)
  expect((await ask(world, 'six', { client: '198.51.100.7' })).status).toBe(201)
  expect((await world.create({ localPart: 'own' })).status).toBe(201)
})

test('the clients of one IPv6 /64 count as one', async () => {
  await using world = await startWorld({ settings: { ...settings, INLET_ROLE: 'http' } })
  const statusOf = async (client: string) => (await ask(world, '', { client })).status
  for (const host of [1, 2, 3]) expect(await statusOf(`2001:db8:1:1::${host}`)).toBe(201)

  expect(await statusOf('2001:db8:1:1::4')).toBe(429)
  expect(await statusOf('2001:db8:1:2::1')).toBe(201)
})

test('where visitors have used up their share of the plan they are refused, and first mails with 452; the service makes more, and so do visitors of another', async () => {
  await using world = await startWorld()
  const { tenant, stranger } = world
  const { full } = await generate(world, 'known')
  await useUpVisitorShare(world, tenant.serviceId)

  const refused = await ask(world, 'new')
  const deferred = await world.send(plainMail(), `new@${tenant.publicDomain.hostname}`).catch((error) => error)

  expect(refused).toMatchError(429, 'TOO_MANY_REQUESTS', 'visitor_share_used')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(deferred).toMatchObject({ responseCode: 452, response: expect.stringMatching(/^452 4\.2\.2 No more/) })
  await world.send(plainMail(), full)
  expect((await world.create({ localPart: 'own' })).status).toBe(201)
  expect((await ask(world, 'new', { hostname: stranger.publicDomain.hostname })).status).toBe(201)
})

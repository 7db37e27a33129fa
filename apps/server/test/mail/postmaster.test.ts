import { reservedLocalParts } from '@inlet/contract'
import { waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { sharedServer } from '../support/shared-server.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { plainMail, type World } from '../support/world.ts'

const newWorld = sharedServer()
const addresses = ({ deps, tenant: { serviceId } }: World) =>
  deps.db.collection('addresses').find({ serviceId }).toArray()

test('postmaster of a domain without public inboxes is accepted in upper or lower case, and its first mail creates the address, which belongs to the service', async () => {
  const world = await newWorld()
  const { domain, serviceId } = world.tenant
  await using client = await smtpClient(world.smtpPort ?? 0)

  for (const spelling of ['postmaster', 'Postmaster', 'POSTMASTER']) {
    expect((await client.deliver(plainMail(), `${spelling}@${domain.hostname.toUpperCase()}`)).code).toBe(250)
  }

  const fullAddress = `postmaster@${domain.hostname}`
  expect(await addresses(world)).toMatchObject([{ fullAddress, serviceId, domainId: domain.id, owner: 'none' }])
  await waitFor(async () => (await addresses(world)).every((address) => !('unusedUntil' in address)))
  expect((await world.messagesOf(fullAddress)).map(({ toAddr }) => toAddr)).toEqual(Array(3).fill(fullAddress))
})

test('on a public domain first mails make postmaster and the other reserved addresses, and the keys of the service read their mail', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.publicDomain

  for (const localPart of ['visitor', ...reservedLocalParts]) await world.send(plainMail(), `${localPart}@${hostname}`)

  const owners = (await addresses(world)).map(({ localPart, owner }) => [localPart, owner])
  expect(owners.sort()).toEqual([
    ['admin', 'none'],
    ['administrator', 'none'],
    ['hostmaster', 'none'],
    ['postmaster', 'none'],
    ['visitor', 'none'],
    ['webmaster', 'none'],
  ])
  for (const localPart of reservedLocalParts)
    expect((await world.inbox(`${localPart}@${hostname}`)).body.data, localPart).toHaveLength(1)
})

test('a detail changes nothing: postmaster+abuse is delivered to postmaster, with its tag', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.domain

  await world.send(plainMail(), `Postmaster+Abuse@${hostname}`)

  const [message] = await world.messagesOf(`postmaster@${hostname}`)
  expect(message).toMatchObject({ toAddr: `postmaster+abuse@${hostname}` })
  expect(message?.tags).toContain('plus:abuse')
})

test('RCPT alone creates no postmaster, and similar names are unknown', async () => {
  const world = await newWorld()
  const { hostname } = world.tenant.domain
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<a@elsewhere.example>')

  expect((await client.say(`RCPT TO:<postmaster@${hostname}>`)).code).toBe(250)
  for (const unknown of ['postmaster.', 'xpostmaster', 'hostmaster', 'abuse'])
    expect((await client.say(`RCPT TO:<${unknown}@${hostname}>`)).text).toMatch(/^550 5\.1\.1 /)
  await client.say('QUIT')
  await client.ended

  expect(await addresses(world)).toEqual([])
})

test('postmaster of a foreign domain is refused as foreign', async () => {
  const world = await newWorld()
  await using client = await smtpClient(world.smtpPort ?? 0)
  await client.say('MAIL FROM:<a@elsewhere.example>')

  expect((await client.say('RCPT TO:<postmaster@foreign.example>')).text).toMatch(/^550 5\.7\.1 Relaying denied/)
})

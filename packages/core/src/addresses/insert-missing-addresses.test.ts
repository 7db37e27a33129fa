import { createMailParser, packMail } from '@inlet/mail'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { removeDomain } from '../domain-owners/remove-domain.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { receiveMessages } from '../messages/receive-messages.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { type Recipient, recipientResolver } from './resolve-recipient.ts'

const parseMail = createMailParser()

const envelope = { mailFrom: 'shop@elsewhere.example', clientIp: '192.0.2.1', helo: 'mx', isTls: true }
const raw = Buffer.from('Message-ID: <one@elsewhere.example>\r\n\r\nHello\r\n')
const mail = { parsed: packMail(parseMail(raw, envelope), raw), envelope }

const postmaster = 'postmaster@mail.example'
const resolve = ({ deps }: CoreWorld): Promise<Recipient> => recipientResolver(deps)(postmaster)

/** Removes the world's domain, and runs its sweep to the end. */
async function removeWholly(world: CoreWorld): Promise<void> {
  const { deps, operator, domain } = world
  await removeDomain(deps, operator, { id: domain.id, confirm: domain.hostname })
  await sweepAll(world)
}

async function sweepAll({ deps, clock }: CoreWorld): Promise<void> {
  clock.advance(61_000)
  while (await sweepMessages(deps));
}

const count = ({ deps }: CoreWorld, collection: string) => deps.db.collection(collection).countDocuments()

test('a first mail whose domain was removed and swept after its RCPT leaves neither address nor message', async () => {
  await using world = await startCoreWorld()
  const recipient = await resolve(world)
  await removeWholly(world)

  const outcomes = await receiveMessages(world.deps, [{ recipient, mail }])
  await sweepAll(world)
  // Runs the orders of the address's removal.
  await sweepAll(world)

  expect(outcomes).toEqual(['gone'])
  expect(await count(world, 'addresses')).toBe(0)
  expect(await count(world, 'messages')).toBe(0)
  expect(await count(world, 'sweepOrders')).toBe(0)
})

test('a first mail of one domain is stored beside one whose domain is removed', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  await insertDomain(deps, { serviceId, hostname: 'kept.example', state: 'verified' })
  const recipients = [await resolve(world), await recipientResolver(deps)('postmaster@kept.example')]
  await removeWholly(world)

  const outcomes = await receiveMessages(
    deps,
    recipients.map((recipient) => ({ recipient, mail })),
  )
  await sweepAll(world)

  expect(outcomes).toEqual(['gone', 'stored'])
  const left = await deps.db.collection('addresses').find().toArray()
  expect(left.map(({ fullAddress }) => fullAddress)).toEqual(['postmaster@kept.example'])
})

test('mail is never stored for an address left over from a removed domain of the same name, which the sweep will delete', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const late = await resolve(world)
  await removeWholly(world)
  const { _id: domainId } = await insertDomain(deps, { serviceId, hostname: 'mail.example', state: 'verified' })
  const recipient = await resolve(world)
  await receiveMessages(deps, [{ recipient: late, mail }])

  const beforeSweep = await receiveMessages(deps, [{ recipient, mail }])
  await sweepAll(world)
  const afterSweep = await receiveMessages(deps, [{ recipient, mail }])

  expect([beforeSweep, afterSweep]).toEqual([['gone'], ['stored']])
  expect(await deps.db.collection('addresses').find().toArray()).toMatchObject([{ domainId }])
})

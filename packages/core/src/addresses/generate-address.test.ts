import { createMailParser, packMail } from '@inlet/mail'
import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { removeDomain } from '../domain-owners/remove-domain.ts'
import { changeDomain } from '../domains/change-domain.ts'
import { siteFinder } from '../domains/find-site.ts'
import { receiveMessages } from '../messages/receive-messages.ts'
import { sweepMessages } from '../whole-service/sweep-messages.ts'
import { addressModel } from './address-model.ts'
import { generateAddress } from './generate-address.ts'
import { recipientResolver } from './resolve-recipient.ts'

const envelope = { mailFrom: 'shop@elsewhere.example', clientIp: '192.0.2.1', helo: 'mx', isTls: true }
const raw = Buffer.from('Message-ID: <one@elsewhere.example>\r\n\r\nHello\r\n')
const mail = { parsed: packMail(createMailParser()(raw, envelope), raw), envelope }

/** Makes the world's domain public. @returns its site */
async function publicSite({ deps, operator, domain }: CoreWorld) {
  await changeDomain(deps, operator, { id: domain.id, publicInbox: true, mxHost: 'mx.example' })
  return await siteFinder(deps)(domain.hostname)
}

const addressesOf = ({ deps }: CoreWorld) => addressModel.in(deps.db).find().sort({ _id: 1 }).toArray()

test('of a visitor and a first mail at the same moment one makes the address, and both have the same one', async () => {
  await using world = await startCoreWorld()
  const { deps, domain } = world
  const site = await publicSite(world)
  const localParts = Array.from({ length: 12 }, (_, n) => `race-${n}`)

  const races = await Promise.all(
    localParts.map(async (localPart) => {
      const recipient = await recipientResolver(deps)(`${localPart}@${domain.hostname}`)
      return await Promise.all([
        generateAddress(deps, site, { localPart }).then(
          () => 'session',
          (error) => (error.code === 'CONFLICT' ? 'none' : error),
        ),
        receiveMessages(deps, [{ recipient, mail }]),
      ])
    }),
  )

  const addresses = await addressesOf(world)
  expect(addresses.map(({ localPart }) => localPart).sort()).toEqual(localParts.sort())
  for (const [index, [owner, outcomes]] of races.entries()) {
    expect(outcomes).toEqual(['stored'])
    expect(addresses.find(({ localPart }) => localPart === `race-${index}`)?.owner).toBe(owner)
  }
  expect(await deps.db.collection('messages').countDocuments()).toBe(localParts.length)
})

test('an address that is made as its domain is removed and swept is refused, and leaves nothing', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, operator, domain } = world
  const site = await publicSite(world)
  const sweep = async () => {
    clock.advance(61_000)
    while (await sweepMessages(deps));
  }
  await removeDomain(deps, operator, { id: domain.id, confirm: domain.hostname })
  await sweep()

  await expect(generateAddress(deps, site, { localPart: 'late' })).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await sweep()
  expect(await addressesOf(world)).toEqual([])
})

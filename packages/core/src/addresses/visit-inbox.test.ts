import { expect, test } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { storedMessage } from '../../test/stored-message.ts'
import type { VisitorCaller } from '../access/caller.ts'
import { changeDomain } from '../domains/change-domain.ts'
import { siteFinder } from '../domains/find-site.ts'
import { listMessages } from '../messages/list-messages.ts'
import { addressModel } from './address-model.ts'
import { createAddress } from './create-address.ts'
import { generateAddress } from './generate-address.ts'
import { type Visit, visitInbox } from './visit-inbox.ts'

const password = 'pass word'

/** A world with a public domain, a protected inbox, and a visitor whose scrypts and guesses are counted. */
async function startVisits(world: CoreWorld) {
  const { deps, operator, domain, serviceId } = world
  await changeDomain(deps, operator, { id: domain.id, publicInbox: true, mxHost: 'mx.example' })
  await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart: 'protected', password })
  await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart: 'open' })
  const counted = { scrypts: 0, guesses: 0 }
  const knownTurns: boolean[] = []
  const countingDeps: typeof deps = {
    ...deps,
    passwordChecks: (turn, check) => {
      counted.scrypts += 1
      knownTurns.push(turn.isKnown === true)
      return deps.passwordChecks(turn, check)
    },
  }
  const site = await siteFinder(deps)(domain.hostname)
  const visit = async (localPart: string, sent: Partial<Visit> = {}, earlier?: VisitorCaller) => {
    const { visitor } = await visitInbox(
      countingDeps,
      { client: '192.0.2.1', network: '192.0.2.1', fullAddress: `${localPart}@${domain.hostname}`, ...sent },
      {
        site,
        guardGuess: (_, check) => {
          counted.guesses += 1
          return check()
        },
        ...(earlier ? { earlier } : {}),
      },
    )
    return visitor
  }
  return { visit, counted, knownTurns, site }
}

test('every call with a password, and every call to a protected inbox, costs one scrypt, whether it opens the inbox or not', async () => {
  await using world = await startCoreWorld()
  const { visit, counted } = await startVisits(world)
  const cost = async (localPart: string, sent?: Partial<Visit>) => {
    const before = { ...counted }
    const outcome = await visit(localPart, sent).then(
      () => 'in',
      (error) => error.facts.details[0].code,
    )
    return [outcome, counted.scrypts - before.scrypts, counted.guesses - before.guesses]
  }

  expect(await cost('protected', { password })).toEqual(['in', 1, 1])
  expect(await cost('protected', { password: 'wrong' })).toEqual(['inbox_password_invalid', 1, 1])
  expect(await cost('protected')).toEqual(['inbox_password_required', 1, 0])
  expect(await cost('open', { password })).toEqual(['in', 1, 0])
  expect(await cost('absent', { password })).toEqual(['in', 1, 0])
  expect(await cost('open')).toEqual(['in', 0, 0])
  expect(await cost('absent')).toEqual(['in', 0, 0])
})

test('a password that was right a moment ago costs no scrypt, counts as a guess all the same, and helps no wrong one', async () => {
  await using world = await startCoreWorld()
  const { visit, counted } = await startVisits(world)
  await visit('protected', { password })

  await visit('protected', { password: ` ${password}` })
  expect(counted).toEqual({ scrypts: 1, guesses: 2 })
  await expect(visit('protected', { password: 'wrong' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(counted).toEqual({ scrypts: 2, guesses: 3 })
  world.clock.advance(60_000)
  await visit('protected', { password })
  expect(counted).toEqual({ scrypts: 3, guesses: 4 })
})

test('who had the password right within a day does not stand in line with those who guess, at this inbox and from this client alone', async () => {
  await using world = await startCoreWorld()
  const { visit, knownTurns } = await startVisits(world)
  const { deps, operator, domain, serviceId } = world
  await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart: 'other', password })
  await visit('protected', { password })
  world.clock.advance(61_000)

  await visit('protected', { password })
  world.clock.advance(61_000)
  await visit('protected', { password, client: '192.0.2.2' })
  await visit('other', { password })

  expect(knownTurns).toEqual([false, true, false, false])
})

test('a password that was right a moment ago is not right after it was changed, nor at another inbox', async () => {
  await using world = await startCoreWorld()
  const { visit, counted } = await startVisits(world)
  const { deps, operator, domain, serviceId } = world
  const other = { id: serviceId, domainId: domain.id, localPart: 'other', password: 'pass word 2' }
  await createAddress(deps, operator, other)
  await visit('protected', { password })

  await expect(visit('other', { password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const { passwordHash } = (await addressModel.in(deps.db).findOne({ localPart: 'other' })) ?? {}
  await addressModel.in(deps.db).updateOne({ localPart: 'protected' }, { $set: { passwordHash: passwordHash ?? null } })
  await expect(visit('protected', { password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(counted.scrypts).toBe(3)
})

test('a password of white space alone opens nothing, since an empty header would be it', async () => {
  await using world = await startCoreWorld()
  const { visit } = await startVisits(world)
  const { deps, operator, domain, serviceId } = world
  const blank = { id: serviceId, domainId: domain.id, localPart: 'blank', password: '    ' }
  await createAddress(deps, operator, blank)

  for (const sent of ['', '    ', ' ']) {
    await expect(visit('blank', { password: sent })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  }
})

test('an inbox that is left over from a removed domain of the same name is an empty one', async () => {
  await using world = await startCoreWorld()
  const { visit } = await startVisits(world)
  const { deps } = world
  const { addressId } = await storedMessage(world)
  const address = await addressModel.in(deps.db).findOne({ _id: addressId })
  const read = async () => {
    const caller = await visit(address?.localPart ?? '')
    const { data } = await listMessages(deps, caller, { address: caller.fullAddress, limit: 50, isAwaited: true })
    return data.map(({ subject }) => subject)
  }
  expect(await read()).toEqual(['Your code'])

  await addressModel.in(deps.db).updateOne({ _id: addressId }, { $set: { domainId: deps.newId() } })

  expect(await read()).toEqual([])
})

test('a second entry checks a password again only where it has changed', async () => {
  await using world = await startCoreWorld()
  const { visit, counted } = await startVisits(world)
  const first = await visit('protected', { password })

  const again = await visit('protected', { password }, first)
  expect([again.inbox?.id, counted.scrypts]).toEqual([first.inbox?.id, 1])

  const addresses = world.deps.db.collection('addresses')
  await addresses.updateOne(
    { localPart: 'protected' },
    { $set: { passwordHash: 'scrypt$2$1$1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } },
  )
  await expect(visit('protected', { password }, first)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a session owns the address that it made, and no other', async () => {
  await using world = await startCoreWorld()
  const { visit, site } = await startVisits(world)
  const mine = await generateAddress(world.deps, site, { localPart: 'mine' })
  const sessionOf = async (localPart: string, session?: string) => (await visit(localPart, { session })).session

  expect(await sessionOf('mine', mine.sessionToken)).toBe('owner')
  expect(await sessionOf('mine')).toBe('missing')
  for (const session of ['', 'x', `${mine.sessionToken}x`, mine.sessionToken.slice(1)]) {
    expect(await sessionOf('mine', session)).toBe('wrong')
  }
  expect(await sessionOf('open', mine.sessionToken)).toBe('wrong')
  expect(await sessionOf('absent', mine.sessionToken)).toBe('wrong')
})

import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import type { Deps } from '../deps.ts'
import { siteFinder } from '../domains/find-site.ts'
import { insertDomain } from '../domains/store-domain.ts'
import { unlimitedPlans } from '../plans/plan-catalogue.ts'
import { insertService } from '../services/manage-services.ts'
import { setPlan } from '../whole-service/give-plan.ts'
import { deleteAddress } from './change-address.ts'
import { createAddress } from './create-address.ts'
import { generateAddress } from './generate-address.ts'
import { insertMissingAddresses } from './insert-missing-addresses.ts'
import { recipientResolver } from './resolve-recipient.ts'

const { defaultPlan } = unlimitedPlans
const six = { ...defaultPlan, id: 'six', limits: { ...defaultPlan.limits, addresses: 6 } }
const plans = { all: [defaultPlan, six], defaultPlan }
const shareUsed = { code: 'TOO_MANY_REQUESTS', facts: { details: [{ code: 'visitor_share_used' }] } }
const over = { code: 'PAYMENT_REQUIRED', facts: { details: [{ code: 'quota_exceeded' }] } }

/** Two services with a public domain each and room for six addresses, so for three that visitors and first mails make. */
async function startShared() {
  const world = await startCoreWorld()
  const deps: Deps = { ...world.deps, plans }
  const { operator, serviceId } = world
  const other = await insertService(deps, { name: 'Other' })
  const publicDomain = async (id: string, hostname: string) => {
    await setPlan(deps, operator, { serviceId: id, planId: 'six' })
    return await insertDomain(deps, { serviceId: id, hostname, state: 'verified', publicInbox: true })
  }
  const open = await publicDomain(serviceId, 'open.example')
  await publicDomain(other._id, 'other.example')
  const visit = async (localPart: string, { hostname = 'open.example', by = deps } = {}) =>
    await generateAddress(by, await siteFinder(by)(hostname), { localPart })
  return {
    world,
    deps,
    visit,
    /** Makes an address as its first mail does. @returns whether it was made */
    async receive(fullAddress: string, by = deps): Promise<boolean> {
      const recipient = await recipientResolver(by)(fullAddress)
      return (await insertMissingAddresses(by, [recipient])).ids.size === 1
    },
    create: async (localPart: string) =>
      (await createAddress(deps, operator, { id: serviceId, domainId: open._id, localPart })).address,
    made: async (owner: string) => await deps.db.collection('addresses').find({ serviceId, owner }).toArray(),
  }
}

test('visitors and first mails, in two processes at once, make half of the addresses of a plan; the service makes the other half, and another service all of its own', async () => {
  const { world, deps, visit, receive, create, made } = await startShared()
  await using _ = world
  const second = { ...(await world.secondProcess()), plans }

  const tries = await Promise.allSettled([
    ...[deps, second, deps].map((by, n) => visit(`visitor-${n}`, { by })),
    ...[second, deps, second].map((by, n) => receive(`mail-${n}@open.example`, by)),
  ])

  expect([...(await made('session')), ...(await made('none'))]).toHaveLength(3)
  expect(tries.filter((each) => each.status === 'fulfilled' && each.value !== false)).toHaveLength(3)
  await expect(visit('late')).rejects.toMatchObject({ ...shareUsed, facts: { retryAfterSeconds: expect.any(Number) } })
  for (const localPart of ['a', 'b', 'c']) await create(localPart)
  await expect(create('d')).rejects.toMatchObject(over)
  await expect(visit('later')).rejects.toMatchObject(over)
  for (const localPart of ['a', 'b', 'c']) await visit(localPart, { hostname: 'other.example' })
})

test('a first mail beyond the share is refused at RCPT with the reason, while mail to what is there, and to postmaster, is taken', async () => {
  const { world, deps, visit, receive } = await startShared()
  await using _ = world
  for (const localPart of ['a', 'b', 'c']) await visit(localPart)
  const resolve = recipientResolver(deps)

  await expect(resolve('new@open.example')).rejects.toMatchObject(shareUsed)

  expect(await resolve('a@open.example')).toMatchObject({ addressId: expect.any(String) })
  expect(await receive('new@other.example')).toBe(true)
  expect(await receive('postmaster@open.example')).toBe(true)
})

test('first mails beyond the share make the database count once in a second, however many hosts they name; another service has its own, and room is found after it', async () => {
  const { world, deps, visit, made } = await startShared()
  await using _ = world
  await insertDomain(deps, {
    ...{ serviceId: world.serviceId, hostname: '*.wild.example', state: 'verified', publicInbox: true },
  })
  for (const localPart of ['a', 'b', 'c']) await visit(localPart)
  let counts = 0
  // It stands still, however long the look-ups take.
  let now = world.clock.now().getTime() + 5_000
  const counting: Deps = {
    ...deps,
    clock: { now: () => new Date(now) },
    addressCounts: (serviceId, count) => {
      counts += 1
      return deps.addressCounts(serviceId, count)
    },
  }
  const resolve = recipientResolver(counting)

  for (let n = 0; n < 5; n += 1) await expect(resolve(`new@h${n}.wild.example`)).rejects.toMatchObject(shareUsed)
  expect(counts).toBe(1)
  expect(await resolve('new@other.example')).toMatchObject({ addressId: null })

  const [first] = await made('session')
  await deps.db.collection('addresses').deleteOne({ _id: first?._id })
  now += 1_000
  expect(await resolve('new@h0.wild.example')).toMatchObject({ addressId: null })
})

test('reserved names, of which a wildcard has one for each host, use the share too, also that of postmaster', async () => {
  const { world, deps, receive, create } = await startShared()
  await using _ = world
  const { serviceId } = world
  await insertDomain(deps, { serviceId, hostname: '*.wild.example', state: 'verified', publicInbox: true })
  for (const name of ['admin@a', 'postmaster@b', 'webmaster@c']) {
    expect(await receive(`${name}.wild.example`)).toBe(true)
  }
  world.clock.advance(61_000)

  for (const name of ['admin@d', 'postmaster@e'])
    await expect(receive(`${name}.wild.example`)).rejects.toMatchObject(shareUsed)
  for (const localPart of ['a', 'b', 'c']) await create(localPart)
})

test('what a visitor made and is deleted makes room for visitors at once, what the service made does not', async () => {
  const { world, deps, visit, create, made } = await startShared()
  await using _ = world
  for (const localPart of ['a', 'b', 'c']) await visit(localPart)
  const own = await create('own')

  await deleteAddress(deps, world.operator, own.id)
  await expect(visit('d')).rejects.toMatchObject(shareUsed)
  const [first, second] = await made('session')
  await deleteAddress(deps, world.operator, String(first?._id))
  await visit('d')
  await expect(visit('e')).rejects.toMatchObject(shareUsed)
  // As the TTL index does.
  await deps.db.collection('addresses').deleteOne({ _id: second?._id })
  await visit('e')

  await expect(visit('f')).rejects.toMatchObject(shareUsed)
})

test('a name that is taken uses up nothing of the share', async () => {
  const { world, visit } = await startShared()
  await using _ = world
  await visit('a')
  for (let tries = 0; tries < 3; tries += 1) await expect(visit('a')).rejects.toMatchObject({ code: 'CONFLICT' })

  await visit('b')
  await visit('c')
})

test('a count from before there was a share is counted once more, with what visitors made until then', async () => {
  const { world, deps, visit, create } = await startShared()
  await using _ = world
  for (const localPart of ['a', 'b', 'c']) await visit(localPart)
  await deps.db.collection('addressCounts').updateMany({}, { $unset: { usedByVisitors: '' } })
  await create('own')

  await expect(recipientResolver(deps)('new@open.example')).rejects.toMatchObject(shareUsed)
  await expect(visit('d')).rejects.toMatchObject(shareUsed)
})

test('a plan without limits has no share', async () => {
  const { world, deps, visit } = await startShared()
  await using _ = world
  await setPlan(deps, world.operator, { serviceId: world.serviceId, planId: defaultPlan.id })

  for (let n = 0; n < 7; n += 1) await visit(`visitor-${n}`)
})

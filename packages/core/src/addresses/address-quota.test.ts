import { createMailParser, packMail } from '@inlet/mail'
import { expect, test, vi } from 'vitest'
import { type CoreWorld, startCoreWorld } from '../../test/core-world.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { changeDomain } from '../domains/change-domain.ts'
import { siteFinder } from '../domains/find-site.ts'
import { receiveMessages } from '../messages/receive-messages.ts'
import { unlimitedPlans } from '../plans/plan-catalogue.ts'
import { lockService } from '../services/find-services.ts'
import { setPlan } from '../whole-service/give-plan.ts'
import { insertWithinPlan, reserveAddresses } from './address-quota.ts'
import { deleteAddress } from './change-address.ts'
import { createAddress } from './create-address.ts'
import { generateAddress } from './generate-address.ts'
import { recipientResolver } from './resolve-recipient.ts'

const { defaultPlan } = unlimitedPlans
const three = { ...defaultPlan, id: 'three', limits: { ...defaultPlan.limits, addresses: 3 } }
const many = { ...three, id: 'many', limits: { ...three.limits, addresses: 10_000 } }
const more = { ...many, id: 'more', limits: { ...many.limits, addresses: 20_000 } }
const plans = { all: [defaultPlan, three, many, more], defaultPlan }
const over = { code: 'PAYMENT_REQUIRED', facts: { details: [{ code: 'quota_exceeded' }] } }

const envelope = { mailFrom: 'shop@elsewhere.example', clientIp: '192.0.2.1', helo: 'mx', isTls: true }
const raw = Buffer.from('Message-ID: <one@elsewhere.example>\r\n\r\nHello\r\n')
const mail = { parsed: packMail(createMailParser()(raw, envelope), raw), envelope }

/** A world whose service has a public domain and room for three addresses. */
async function startLimited() {
  const world = await startCoreWorld()
  const deps = { ...world.deps, plans }
  const { operator, serviceId, domain } = world
  await changeDomain(deps, operator, { id: domain.id, publicInbox: true, mxHost: 'mx.example' })
  const givePlan = (planId: string) => setPlan(deps, operator, { serviceId, planId })
  await givePlan('three')
  return {
    world,
    deps,
    givePlan,
    create: async (localPart: string) =>
      (await createAddress(deps, operator, { id: serviceId, domainId: domain.id, localPart })).address,
    addresses: () => deps.db.collection('addresses'),
  }
}

/** Makes an address in each of the three ways. @returns a promise for each, which is rejected or false where there was no room */
function makeThree(deps: Deps, { operator, serviceId: id, domain }: CoreWorld, suffix: string): Promise<unknown>[] {
  const generate = async () => {
    const site = await siteFinder(deps)(domain.hostname)
    return await generateAddress(deps, site, { localPart: `visitor-${suffix}` })
  }
  const receive = async () => {
    const recipient = await recipientResolver(deps)(`mail-${suffix}@${domain.hostname}`)
    const [outcome] = await receiveMessages(deps, [{ recipient, mail }])
    if (outcome !== 'stored') throw new Error(outcome)
  }
  return [
    createAddress(deps, operator, { id, domainId: domain.id, localPart: `call-${suffix}` }),
    generate(),
    receive(),
  ]
}

test('of new addresses by calls, visitors and first mails, in two processes at once, exactly as many are made as the plan has room for', async () => {
  const { world, deps, addresses } = await startLimited()
  await using _ = world
  const second = { ...(await world.secondProcess()), plans }

  const made = await Promise.allSettled([
    ...makeThree(deps, world, 'a'),
    ...makeThree(second, world, 'b'),
    ...makeThree(deps, world, 'c'),
    ...makeThree(second, world, 'd'),
  ])

  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(await addresses().countDocuments()).toBe(3)
})

test('four calls of a service make addresses at a time: others of it wait, and another service does not', async () => {
  const { world, deps } = await startLimited()
  await using _ = world
  const wanted = (serviceId: string) => ({
    service: { _id: serviceId, plan: 'many' },
    id: deps.newId(),
    isByVisitor: false,
  })
  const { promise: held, resolve: release } = Promise.withResolvers<null>()
  const insert = vi.fn(() => held)

  const calls = Array.from({ length: 6 }, () => insertWithinPlan(deps, wanted('crowded'), insert))
  await vi.waitFor(() => expect(insert).toHaveBeenCalledTimes(4))
  const made = await insertWithinPlan(deps, wanted('another'), async () => 'made')

  expect(made).toBe('made')
  expect(insert).toHaveBeenCalledTimes(4)
  release(null)
  await Promise.all(calls)
  expect(insert).toHaveBeenCalledTimes(6)
})

test('an address is made while a transaction holds its service', async () => {
  const { world, deps, create } = await startLimited()
  await using _ = world
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const holding = inTransaction(deps.db, async (tx) => {
    await lockService(deps, tx, world.serviceId)
    locked.resolve()
    await release.promise
  })
  await locked.promise

  expect(await create('meanwhile')).toMatchObject({ localPart: 'meanwhile' })

  release.resolve()
  await holding
})

test('a deleted address makes room at once, however it was deleted, and for one more only', async () => {
  const { world, deps, create, addresses } = await startLimited()
  await using _ = world
  const [byCall] = [await create('a'), await create('b'), await create('c')]
  await expect(create('d')).rejects.toMatchObject(over)

  await deleteAddress(deps, world.operator, byCall.id)
  await create('d')
  await expect(create('e')).rejects.toMatchObject(over)
  // As the TTL index does.
  await addresses().deleteOne({ localPart: 'b' })
  await create('e')

  await expect(create('f')).rejects.toMatchObject(over)
})

test('a name that is taken uses up no room', async () => {
  const { world, create } = await startLimited()
  await using _ = world
  await create('a')
  await create('b')

  for (let tries = 0; tries < 3; tries += 1) await expect(create('a')).rejects.toMatchObject({ code: 'CONFLICT' })
  await create('c')

  await expect(create('d')).rejects.toMatchObject(over)
})

test('addresses from before the plan had a limit count, and those of a time without one', async () => {
  const { world, create, givePlan } = await startLimited()
  await using _ = world
  await create('a')

  await givePlan(defaultPlan.id)
  for (const localPart of ['b', 'c', 'd']) await create(localPart)
  await givePlan('three')

  await expect(create('e')).rejects.toMatchObject(over)
})

test('a plan is given while addresses are made without a pause, and in the end those that are there are counted, no more and no fewer', async () => {
  const { world, deps, create, givePlan, addresses } = await startLimited()
  await using _ = world
  await givePlan('many')
  let isOver = false
  const lines = Array.from({ length: 6 }, async (_, line) => {
    for (let n = 0; !isOver; n += 1) await create(`a${line}-${n}`)
  })

  for (let n = 0; n < 10; n += 1) await givePlan(n % 2 === 0 ? 'more' : 'many')
  isOver = true
  await Promise.all(lines)

  const [count] = await deps.db.collection('addressCounts').find().toArray()
  expect(count).toMatchObject({ used: await addresses().countDocuments(), usedByVisitors: 0, pending: [] })
})

test('what a process reserved before it died is free again after five minutes, and not before', async () => {
  const { world, deps, create } = await startLimited()
  await using _ = world
  const { serviceId, clock } = world
  const limits = { all: 3, byVisitors: 1 }
  await reserveAddresses(deps, { serviceId, ids: ['x', 'y', 'z'], isByVisitor: false, limits })

  clock.advance(4 * 60_000)
  await expect(create('early')).rejects.toMatchObject(over)
  clock.advance(2 * 60_000)

  expect(await create('late')).toMatchObject({ localPart: 'late' })
})

test('postmaster is made beyond the plan, and counts', async () => {
  const { world, deps, create } = await startLimited()
  await using _ = world
  await create('a')
  await create('b')
  const recipient = await recipientResolver(deps)(`postmaster@${world.domain.hostname}`)

  expect(await receiveMessages(deps, [{ recipient, mail }])).toEqual(['stored'])

  await expect(create('c')).rejects.toMatchObject(over)
})

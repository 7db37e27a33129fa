import { Collection } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { readBudgetMs } from '../database/connect.ts'
import { type DomainDoc, domainModel } from './domain-model.ts'
import { findDueDomains, scheduleEarlierDomains } from './due-domains.ts'
import { insertDomain } from './store-domain.ts'

const services = 5
const perService = 300

test('the search for due domains reads as many as it takes, and a few keys for each service, however many are due', async () => {
  await using world = await startCoreWorld()
  const { deps, clock, serviceId } = world
  const claim = await insertDomain(deps, { serviceId, hostname: 'acme.example', state: 'pending' })
  const now = clock.now().getTime()
  const domainOf = (n: number): DomainDoc => ({
    ...claim,
    _id: deps.newId(),
    serviceId: `service ${n % services}`,
    hostname: `claim${n}.example`,
    // Of each service some are not due, and some are never looked up.
    nextCheckAt: n % 3 === 0 ? null : new Date(n % 3 === 1 ? now - n : now + 3_600_000),
  })
  const domains = domainModel.in(deps.db)
  await domains.insertMany(Array.from({ length: services * perService }, (_, n) => domainOf(n)))
  await deps.db.command({ profile: 2 })

  const due = await findDueDomains(deps, 10, new Set())

  await deps.db.command({ profile: 0 })
  expect(new Set(due.map(({ _id }) => _id)).size).toBe(10)
  const found = await domains.find({ _id: { $in: due.map(({ _id }) => _id) } }).toArray()
  expect(new Set(found.map((each) => each.serviceId)).size).toBe(services)
  const profile = deps.db.collection<{ keysExamined?: number; docsExamined?: number }>('system.profile')
  const search = await profile.findOne({ 'command.aggregate': domainModel.name })
  expect(search).toMatchObject({ planSummary: expect.stringContaining('DISTINCT_SCAN'), docsExamined: 0 })
  expect(search?.keysExamined).toBeLessThan(6 * (services + 1))
  const reads = await profile
    .find({ 'command.find': domainModel.name, 'command.filter.serviceId': /^service/ })
    .toArray()
  expect(reads).toHaveLength(services)
  for (const read of reads) expect(read.docsExamined, JSON.stringify(read)).toBeLessThanOrEqual(10 - services + 1)
})

test('domains of earlier versions become due, and the database ends a search for them that takes too long', async () => {
  await using world = await startCoreWorld()
  const { deps, serviceId } = world
  const { _id } = await insertDomain(deps, { serviceId, hostname: 'acme.example', state: 'pending' })
  const domains = domainModel.in(deps.db)
  await domains.updateOne({ _id }, { $unset: { nextCheckAt: '' } })
  const updateMany = vi.spyOn(Collection.prototype, 'updateMany')

  await scheduleEarlierDomains(deps)

  const [call] = updateMany.mock.calls
  updateMany.mockRestore()
  expect(await domains.findOne({ _id })).toMatchObject({ nextCheckAt: expect.any(Date) })
  expect(call?.[2]).toMatchObject({ maxTimeMS: readBudgetMs })
})

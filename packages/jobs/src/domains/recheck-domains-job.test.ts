import { type Deps, insertDomain, insertService } from '@inlet/core'
import { domainDns } from '@inlet/runtime'
import { type FakeDns, fakeDns } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { type JobWorld, startJobWorld } from '../../test/job-world.ts'
import { recheckDomainsJob } from './recheck-domains-job.ts'

const mxHost = 'mx.inlet.example'
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface StoredDomain {
  _id: string
  state: string
  check: { faults: { txt: string | null } } | null
  nextCheckAt?: Date | null
  failures?: null
}

/** A claim of acme.example, a name server in which it does not exist yet, and what the job makes of both. */
async function startClaimed(world: JobWorld, dns: FakeDns) {
  const { deps } = await world.process()
  const { _id: serviceId } = await insertService(deps, { name: 'Acme' })
  const { _id: id, ownershipToken } = await insertDomain(deps, {
    serviceId,
    hostname: 'acme.example',
    state: 'pending',
  })
  const job = recheckDomainsJob(deps, { dns: domainDns([dns.server]), mxHost })
  const domains = deps.db.collection<StoredDomain>('domains')
  return {
    deps,
    serviceId,
    id,
    domains,
    enterRecords() {
      dns.answer('TXT _inlet.acme.example', { TXT: [`inlet-verification=${ownershipToken}`] })
      dns.answer('MX acme.example', { MX: [[10, mxHost]] })
    },
    /** Lets the time pass and runs the job. @returns the domain's state */
    async after(ms: number) {
      world.clock.advance(ms)
      await job.run(new AbortController().signal)
      return (await domains.findOne({ _id: id }))?.state
    },
    run: () => job.run(new AbortController().signal),
  }
}

const entries = async ({ db }: Deps, id: string) =>
  (await db.collection('auditLog').find({ 'target.id': id }).sort({ at: 1 }).toArray()).map(({ action, actor }) => [
    action,
    actor.kind,
  ])

test('a claim is verified by itself, is failing after three failed looks over a day, and is verified again after a good one', async () => {
  await using world = await startJobWorld()
  await using dns = await fakeDns()
  const { deps, id, after, enterRecords } = await startClaimed(world, dns)

  const early = await after(minuteMs)
  enterRecords()
  const verified = await after(minuteMs)
  dns.answer('TXT _inlet.acme.example', 'NXDOMAIN')
  const failures = [await after(dayMs), await after(dayMs / 2), await after(dayMs / 2)]
  const stillFailing = await after(dayMs / 2)
  enterRecords()
  const mended = await after(dayMs / 2)

  expect([early, verified]).toEqual(['pending', 'verified'])
  expect(failures).toEqual(['verified', 'verified', 'failing'])
  expect([stillFailing, mended]).toEqual(['failing', 'verified'])
  expect(await entries(deps, id)).toEqual([
    ['domain.verified', 'system'],
    ['domain.failing', 'system'],
    ['domain.verified', 'system'],
  ])
})

test('nothing is looked up before it is due, and one good look between two failed ones starts the count anew', async () => {
  await using world = await startJobWorld()
  await using dns = await fakeDns()
  const { after, enterRecords, run } = await startClaimed(world, dns)
  await run()
  const atFirst = dns.asked.length
  enterRecords()
  await after(minuteMs)
  const asked = dns.asked.length
  await after(hourMs)

  expect([atFirst, asked, dns.asked.length]).toEqual([0, 2, 2])
  for (let round = 0; round < 2; round += 1) {
    dns.answer('MX acme.example', { MX: [[5, 'mx.other.example']] })
    expect([await after(dayMs), await after(dayMs / 2)]).toEqual(['verified', 'verified'])
    enterRecords()
    expect(await after(dayMs / 2)).toBe('verified')
  }
})

test('a DNS that gives no answer changes no state however long it lasts, and the domain is looked up again in an hour', async () => {
  await using world = await startJobWorld()
  await using dns = await fakeDns()
  const { after, enterRecords, domains, id } = await startClaimed(world, dns)
  enterRecords()
  await after(minuteMs)
  dns.answer('TXT _inlet.acme.example', 'SERVFAIL')
  dns.answer('MX acme.example', 'SERVFAIL')

  expect(await after(dayMs)).toBe('verified')
  for (let hours = 0; hours < 30; hours += 1) expect(await after(hourMs)).toBe('verified')

  expect(await domains.findOne({ _id: id })).toMatchObject({ check: { faults: { txt: 'server_failure' } } })
})

test('a domain that the operator trusts is never looked up; one of an earlier version is, unless it is trusted', async () => {
  await using world = await startJobWorld()
  await using dns = await fakeDns()
  const { deps, serviceId, id, domains, after } = await startClaimed(world, dns)
  for (const hostname of ['trusted.example', 'old-trusted.example']) {
    await insertDomain(deps, { serviceId, hostname, state: 'verified' })
  }
  const earlier = { hostname: { $in: ['acme.example', 'old-trusted.example'] } }
  await domains.updateMany(earlier, { $unset: { nextCheckAt: '', failures: '' } })

  await after(0)
  await after(30 * dayMs)

  expect(new Set(dns.asked)).toEqual(new Set(['TXT _inlet.acme.example', 'MX acme.example']))
  expect(await domains.countDocuments({ state: 'verified' })).toBe(2)
  expect(await domains.findOne({ _id: id })).toMatchObject({ state: 'pending' })
})

test('a claim of a host that another service has proven stays a claim, and the others of that run are looked up', async () => {
  await using world = await startJobWorld()
  await using dns = await fakeDns()
  const { deps, after, enterRecords, domains, id } = await startClaimed(world, dns)
  const { _id: other } = await insertService(deps, { name: 'Quicker' })
  await insertDomain(deps, { serviceId: other, hostname: 'acme.example', state: 'verified' })
  for (let n = 0; n < 40; n += 1) {
    await insertDomain(deps, { serviceId: other, hostname: `claim${n}.example`, state: 'pending' })
  }
  enterRecords()

  expect(await after(minuteMs)).toBe('pending')

  expect(await domains.findOne({ _id: id })).toMatchObject({ check: { faults: { txt: null } } })
  expect(dns.asked).toHaveLength(82)
  expect(await deps.db.collection('auditLog').countDocuments()).toBe(0)
})

test('two hundred overdue claims of one service do not delay the claim of another', async () => {
  await using world = await startJobWorld()
  await using dns = await fakeDns()
  const { deps, after, enterRecords, domains } = await startClaimed(world, dns)
  const { _id: serviceId } = await insertService(deps, { name: 'Greedy' })
  const [claim] = await domains.find().toArray()
  const earlier = new Date((claim?.nextCheckAt?.getTime() ?? 0) - minuteMs)
  const claims = Array.from({ length: 200 }, (_, n) => ({
    ...claim,
    _id: deps.newId(),
    serviceId,
    state: 'pending',
    check: null,
    hostname: `claim${n}.example`,
    nextCheckAt: earlier,
  }))
  await domains.insertMany(claims)
  enterRecords()

  expect(await after(minuteMs)).toBe('verified')

  // The first step looks 32 domains up.
  expect(dns.asked.slice(0, 64)).toContain('TXT _inlet.acme.example')
  expect(new Set(dns.asked).size).toBe(2 * 201)
})

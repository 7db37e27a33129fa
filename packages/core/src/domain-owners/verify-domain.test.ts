import type { DnsError } from '@inlet/contract'
import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { findReceivingDomain, listDomains } from '../domains/find-domains.ts'
import { listAuditLog } from '../services/list-audit-log.ts'
import { insertService } from '../services/manage-services.ts'
import type { DnsLookup, DomainDns } from './check-domain.ts'
import { createDomain } from './create-domain.ts'
import { trustDomain, verifyDomain } from './verify-domain.ts'

const mxHost = 'mx.inlet.example'

/** A DNS with these records. */
function dnsOf(records: Record<string, string[]>): DomainDns {
  const answer = (found: string[] | undefined): DnsLookup =>
    found ? { records: found, error: null } : { records: [], error: 'nxdomain' }
  return {
    txt: async (name) => answer(records[`TXT ${name}`]),
    mx: async (name) => answer(records[`MX ${name}`]),
  }
}

/** A claim of acme.example, and a DNS with the records that it needs. */
async function claimed(id: string, world: Awaited<ReturnType<typeof startCoreWorld>>) {
  const domain = await createDomain(world.deps, world.operator, { id, hostname: 'acme.example', mxHost })
  const token = domain.records.find(({ type }) => type === 'TXT')?.value ?? ''
  const txt = { 'TXT _inlet.acme.example': ['v=other', token] }
  return { domain, txt, whole: dnsOf({ ...txt, 'MX acme.example': ['Backup.Example', 'MX.Inlet.Example.'] }) }
}

test('a claim shows the two records it needs, and receives no mail', async () => {
  await using world = await startCoreWorld()

  const { domain } = await claimed(world.serviceId, world)

  expect(domain).toMatchObject({ state: 'pending', verifiedAt: null, checkedAt: null })
  expect(domain.records).toEqual([
    {
      type: 'TXT',
      host: '_inlet.acme.example',
      value: expect.stringMatching(/^inlet-verification=[0-9a-f]{40}$/),
      found: [],
      ok: false,
      outcome: null,
    },
    { type: 'MX', host: 'acme.example', value: '10 mx.inlet.example', found: [], ok: false, outcome: null },
  ])
  expect(await findReceivingDomain(world.deps, 'acme.example')).toBeNull()
})

test('with both records in place a domain is verified, also beside other records and in another case', async () => {
  await using world = await startCoreWorld()
  const { domain, whole } = await claimed(world.serviceId, world)

  const verified = await verifyDomain(world.deps, world.member('admin'), { id: domain.id, dns: whole, mxHost })

  expect(verified).toMatchObject({ state: 'verified', verifiedAt: expect.any(String), checkedAt: expect.any(String) })
  expect(verified.records.map(({ ok }) => ok)).toEqual([true, true])
  expect(verified.records[1]?.found).toEqual(['backup.example', 'mx.inlet.example'])
  expect(await findReceivingDomain(world.deps, 'acme.example')).toMatchObject({ _id: domain.id })
})

test('one record is not enough for a claim; the answer and the list show which one is missing', async () => {
  await using world = await startCoreWorld()
  const { domain, txt } = await claimed(world.serviceId, world)

  const checked = await verifyDomain(world.deps, world.operator, { id: domain.id, dns: dnsOf(txt), mxHost })

  expect(checked.state).toBe('pending')
  expect(checked.records.map(({ type, ok }) => [type, ok])).toEqual([
    ['TXT', true],
    ['MX', false],
  ])
  const { data } = await listDomains(world.deps, world.member('viewer'), { id: world.serviceId, limit: 50, mxHost })
  expect(data[0]).toEqual(checked)
})

test('a proven domain whose records are removed is failing, still receives, and recovers', async () => {
  await using world = await startCoreWorld()
  const { domain, whole } = await claimed(world.serviceId, world)
  const check = (dns: DomainDns) => verifyDomain(world.deps, world.operator, { id: domain.id, dns, mxHost })
  const first = await check(whole)
  world.clock.advance(1_000)

  const failing = await check(dnsOf({}))
  const receiving = await findReceivingDomain(world.deps, 'acme.example')
  world.clock.advance(1_000)
  const recovered = await check(whole)

  expect([first.state, failing.state, recovered.state]).toEqual(['verified', 'failing', 'verified'])
  expect(failing.verifiedAt).toBe(first.verifiedAt)
  expect(receiving?._id).toBe(domain.id)
  const { data } = await listAuditLog(world.deps, world.operator, { id: world.serviceId, limit: 50 })
  expect(data.map(({ action }) => action).slice(0, 2)).toEqual(['domain.verified', 'domain.failing'])
})

test('a check without records does not undo a verification that was made during it', async () => {
  await using world = await startCoreWorld()
  const { domain } = await claimed(world.serviceId, world)
  const slow: DomainDns = {
    txt: async () => ({ records: [], error: 'nxdomain' }),
    async mx() {
      await trustDomain(world.deps, world.operator, { id: domain.id, mxHost })
      return { records: [], error: 'no_record' }
    },
  }

  const checked = await verifyDomain(world.deps, world.operator, { id: domain.id, dns: slow, mxHost })

  expect(checked.state).toBe('failing')
  expect(await findReceivingDomain(world.deps, 'acme.example')).toMatchObject({ _id: domain.id })
})

test('a DNS that does not answer changes no state, and the record says so', async () => {
  await using world = await startCoreWorld()
  const { domain, whole } = await claimed(world.serviceId, world)
  const silent = (error: DnsError): DomainDns => ({ ...whole, mx: async () => ({ records: [], error }) })
  const check = (dns: DomainDns) => verifyDomain(world.deps, world.operator, { id: domain.id, dns, mxHost })

  const claim = await check(silent('timeout'))
  await check(whole)
  const proven = await check(silent('server_failure'))

  expect([claim.state, proven.state]).toEqual(['pending', 'verified'])
  expect(claim.records.map(({ outcome }) => outcome)).toEqual(['ok', 'timeout'])
  expect(proven.records[1]).toMatchObject({ found: [], ok: false, outcome: 'server_failure' })
})

test('each record says why it does not do: no such name, no record, another value, or mail that goes elsewhere', async () => {
  await using world = await startCoreWorld()
  const { domain } = await claimed(world.serviceId, world)
  const outcomes = async (txt: DnsLookup, mx: DnsLookup) => {
    const dns = { txt: async () => txt, mx: async () => mx }
    const { records } = await verifyDomain(world.deps, world.operator, { id: domain.id, dns, mxHost })
    return records.map(({ outcome, found }) => [outcome, ...found])
  }

  const absent = await outcomes({ records: [], error: 'nxdomain' }, { records: [], error: 'no_record' })
  const others = await outcomes(
    { records: ['inlet-verification=other'], error: null },
    { records: ['MX.Other.Example'], error: null },
  )

  expect(absent).toEqual([['nxdomain'], ['no_record']])
  expect(others).toEqual([
    ['wrong_value', 'inlet-verification=other'],
    ['conflicting_mx', 'mx.other.example'],
  ])
})

test('a domain that another service has proven is CONFLICT, by its records and by trust, and stays with that service', async () => {
  await using world = await startCoreWorld()
  const other = await insertService(world.deps, { name: 'Quicker' })
  const first = await claimed(other._id, world)
  const late = await claimed(world.serviceId, world)
  await verifyDomain(world.deps, world.operator, { id: first.domain.id, dns: first.whole, mxHost })
  const taken = { code: 'CONFLICT', facts: { details: [{ code: 'domain_exists' }] } }

  const { domain, whole } = late
  await expect(verifyDomain(world.deps, world.operator, { id: domain.id, dns: whole, mxHost })).rejects.toMatchObject(
    taken,
  )
  await expect(trustDomain(world.deps, world.operator, { id: domain.id, mxHost })).rejects.toMatchObject(taken)

  expect(await findReceivingDomain(world.deps, 'acme.example')).toMatchObject({ _id: first.domain.id })
  const { data } = await listDomains(world.deps, world.operator, { id: world.serviceId, limit: 50, mxHost })
  expect(data.find(({ id }) => id === domain.id)?.state).toBe('pending')
})

test('of two services that prove one host at the same time one gets it', async () => {
  await using world = await startCoreWorld()
  const second = await world.secondProcess()
  const other = await insertService(world.deps, { name: 'Other' })
  const claims = [await claimed(world.serviceId, world), await claimed(other._id, world)]

  const outcomes = await Promise.allSettled(
    claims.map(({ domain, whole }, n) =>
      verifyDomain(n === 0 ? world.deps : second, world.operator, { id: domain.id, dns: whole, mxHost }),
    ),
  )

  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
})

test('a service claims a host once, and a text that is not a host is refused', async () => {
  await using world = await startCoreWorld()
  await claimed(world.serviceId, world)
  const claim = (hostname: string) =>
    createDomain(world.deps, world.operator, { id: world.serviceId, hostname, mxHost })

  await expect(claim('ACME.example')).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(claim('127.0.0.1')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(
    createDomain(world.deps, world.member('viewer'), { id: world.serviceId, hostname: 'b.example', mxHost }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('the operator verifies a domain without any record, with an audit entry that says so', async () => {
  await using world = await startCoreWorld()
  const { domain } = await claimed(world.serviceId, world)
  world.clock.advance(1_000)

  const trusted = await trustDomain(world.deps, world.operator, { id: domain.id, mxHost })

  expect(trusted.state).toBe('verified')
  const { data } = await listAuditLog(world.deps, world.operator, { id: world.serviceId, limit: 1 })
  expect(data).toMatchObject([{ action: 'domain.trusted', actor: { kind: 'operator', name: 'root' } }])
})

import type { DnsRecord } from '@inlet/contract'
import type { FakeAnswer } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { claimWithRecords } from '../support/domain-records.ts'
import { person } from '../support/people.ts'
import { sharedServer } from '../support/shared-server.ts'

const newWorld = sharedServer({ hasDns: true, settings: { INLET_ROLE: 'http' } })

async function startWithAdmin() {
  const world = await newWorld()
  const { dns } = world
  if (!dns) throw new Error('no name server')
  const { token } = await person(world, { role: 'admin' })
  return {
    world,
    dns,
    verify: (id: string) => world.call(`/v1/domains/${id}/verify`, { method: 'POST', token }),
    read: async (id: string) => (await world.call(`/v1/domains/${id}`, { token })).body.data,
  }
}

test('with both records in the DNS a domain is verified, and its key may create addresses at once', async () => {
  const { world, dns, verify, read } = await startWithAdmin()
  const { _id: id, hostname } = await claimWithRecords(world, world.tenant)
  const before = await world.create({ domainId: id })

  const { status, body } = await verify(id)

  expect(before).toMatchError(422, 'UNPROCESSABLE_CONTENT', 'domain_not_verified')
  expect(status).toBe(200)
  expect(body.data).toMatchObject({
    id,
    state: 'verified',
    verifiedAt: expect.any(String),
    checkedAt: expect.any(String),
  })
  expect(body.data.records).toMatchObject([{ ok: true }, { ok: true, found: ['mx.test'] }])
  expect(await read(id)).toEqual(body.data)
  expect(dns.asked.filter((question) => question.endsWith(hostname)).sort()).toEqual([
    `MX ${hostname}`,
    `TXT _inlet.${hostname}`,
  ])
  expect((await world.create({ domainId: id })).status).toBe(201)
})

test('a domain that another service has proven is 409, and stays with that service', async () => {
  const { world, verify, read } = await startWithAdmin()
  const { hostname } = world.stranger.domain
  const { _id: id } = await claimWithRecords(world, world.tenant, hostname)

  const answer = await verify(id)

  expect(answer).toMatchError(409, 'CONFLICT', 'domain_exists')
  expect(await read(id)).toMatchObject({ state: 'pending', verifiedAt: null })
  expect((await world.call(`/v1/public/platform-domain-allowed?domain=${hostname}`, { key: null })).status).toBe(200)
})

test('each record says what the DNS answered, distinguished by the answers of a name server', async () => {
  const { world, dns, verify, read } = await startWithAdmin()
  const { _id: id, hostname } = await claimWithRecords(world, world.tenant)
  const outcomesOf = async (txt: FakeAnswer, mx: FakeAnswer) => {
    dns.answer(`TXT _inlet.${hostname}`, txt)
    dns.answer(`MX ${hostname}`, mx)
    const { status, body } = await verify(id)
    expect(status).toBe(200)
    expect(await read(id)).toEqual(body.data)
    return body.data.records.map(({ outcome }: DnsRecord) => outcome)
  }

  expect(await outcomesOf('NXDOMAIN', 'NODATA')).toEqual(['nxdomain', 'no_record'])
  expect(await outcomesOf({ TXT: ['other'] }, { MX: [[5, 'mx.other.example']] })).toEqual([
    'wrong_value',
    'conflicting_mx',
  ])
  expect(await outcomesOf('SERVFAIL', 'REFUSED')).toEqual(['server_failure', 'server_failure'])
  expect((await read(id)).state).toBe('pending')
})

test('a name server that does not answer is a time-out, and a verified domain stays what it is', async () => {
  const { world, dns, verify } = await startWithAdmin()
  const { _id: id, hostname } = await claimWithRecords(world, world.tenant)
  const first = await verify(id)
  dns.answer(`MX ${hostname}`, 'silence')

  const { status, body } = await verify(id)

  expect([first.body.data.state, status, body.data.state]).toEqual(['verified', 200, 'verified'])
  expect(body.data.records).toMatchObject([{ outcome: 'ok' }, { outcome: 'timeout', ok: false, found: [] }])
})

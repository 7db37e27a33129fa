import type { DnsRecord } from '@inlet/contract'
import { changeDomain } from '@inlet/core'
import type { FakeAnswer } from '@inlet/testkit'
import { expect, test } from 'vitest'
import '../support/match-error.ts'
import { runCli } from '../support/cli-process.ts'
import { claimWithRecords } from '../support/domain-records.ts'
import { person } from '../support/people.ts'
import { fileServer } from '../support/shared-server.ts'
import { askAsVisitor } from '../support/visits.ts'
import { plainMail, startWorld } from '../support/world.ts'

const newWorld = fileServer({ settings: { INLET_ROLE: 'http' } })

const operator = { kind: 'operator', name: 'tests', origin: { ip: null, requestId: 'tests' } } as const
const host = 'x.acme.example'

async function startWithWildcard() {
  const world = await startWorld({ hasDns: true, settings: { PUBLIC_REQUESTS_PER_MINUTE: '1000' } })
  const { dns } = world
  if (!dns) throw new Error('no name server')
  const { token } = await person(world, { role: 'admin' })
  const { _id: id } = await claimWithRecords(world, world.tenant, '*.acme.example')
  return {
    world,
    dns,
    id,
    verify: async () => (await world.call(`/v1/domains/${id}/verify`, { method: 'POST', token })).body.data,
  }
}

test('a wildcard is verified by its MX record and the TXT record of its parent, and each record says what the DNS answered', async () => {
  const { world, dns, verify } = await startWithWildcard()
  await using _ = world

  const verified = await verify()

  expect(verified).toMatchObject({ state: 'verified', hostname: '*.acme.example' })
  expect(verified.records).toMatchObject([
    { type: 'TXT', host: '_inlet.acme.example', ok: true },
    { type: 'MX', host: '*.acme.example', ok: true, found: ['mx.test'] },
  ])
  expect(dns.asked.sort()).toEqual(['MX *.acme.example', 'TXT _inlet.acme.example'])
  const outcomes = async (txt: FakeAnswer, mx: FakeAnswer) => {
    dns.answer('TXT _inlet.acme.example', txt)
    dns.answer('MX *.acme.example', mx)
    return (await verify()).records.map(({ outcome }: DnsRecord) => outcome)
  }
  expect(await outcomes('NXDOMAIN', 'NODATA')).toEqual(['nxdomain', 'no_record'])
  expect(await outcomes({ TXT: ['other'] }, 'SERVFAIL')).toEqual(['wrong_value', 'server_failure'])
  expect(await outcomes({ TXT: ['other'] }, { MX: [[5, 'mx.other.example']] })).toEqual([
    'wrong_value',
    'conflicting_mx',
  ])
})

test('an address under a wildcard has its own host from its creation to its mail, and a key reads it', async () => {
  const { world, id, verify } = await startWithWildcard()
  await using _ = world
  await verify()

  const created = await world.create({ domainId: id, localPart: 'code', hostname: 'X.Acme.Example' })
  await world.send(plainMail(), `code@${host}`)

  expect(created).toMatchObject({ status: 201, body: { data: { domainId: id, fullAddress: `code@${host}` } } })
  expect(await world.messagesOf(`code@${host}`)).toMatchObject([{ toAddr: `code@${host}` }])
  for (const filter of [host, '*.acme.example']) {
    expect((await world.addresses(`?hostname=${filter}`)).body.data).toMatchObject([
      { hostname: host, messageCount: 1 },
    ])
  }
  await expect(world.send(plainMail(), `absent@${host}`)).rejects.toMatchObject({ responseCode: 550 })
  expect(await world.inbox('code@acme.example')).toMatchError(403, 'FORBIDDEN', 'wrong_service')
})

test('visitors use the hosts of a public wildcard, each with its own inboxes and the branding of the service', async () => {
  const { world, id, verify } = await startWithWildcard()
  await using _ = world
  await verify()
  await changeDomain(world.deps, operator, { id, publicInbox: true, mxHost: 'mx.test' })
  const certificateFor = async (name: string) =>
    (await askAsVisitor(world, `/platform-domain-allowed?domain=${name}`)).status

  const info = await askAsVisitor(world, `/domain-info?host=${host}`)
  const before = await certificateFor(host)
  const body = { hostname: host, localPart: 'visitor' }
  const generated = await askAsVisitor(world, '/inbox/generate', { method: 'POST', body })
  await world.send(plainMail(), 'first@y.x.acme.example')

  expect(info.body.data).toMatchObject({ host, name: 'Tests', status: 'active' })
  expect(generated).toMatchObject({
    status: 201,
    body: { data: { address: { full: `visitor@${host}`, hostname: host } } },
  })
  expect((await askAsVisitor(world, `/inbox/visitor@${host}`)).body.data.address).toMatchObject({ hasOwner: true })
  expect((await askAsVisitor(world, '/inbox/first@y.x.acme.example')).body.data.messages).toHaveLength(1)
  expect((await askAsVisitor(world, '/inbox/visitor@z.acme.example')).body.data.address).toMatchObject({
    full: 'visitor@z.acme.example',
    hostname: 'z.acme.example',
    hasOwner: false,
  })
  // Only a host with an address: anybody can name others.
  expect([before, await certificateFor(host), await certificateFor('z.acme.example')]).toEqual([404, 200, 404])
})

test('the operator adds, lists and removes a wildcard', async () => {
  const world = await newWorld()
  const cli = (...args: string[]) => runCli(args, { MONGODB_URI: world.databaseUri, SMTP_NAME: 'mx.test' })
  const service = world.tenant.serviceId

  const added = await cli('domain', 'add', '--service', service, '--hostname', '*.Acme.Example')
  const listed = await cli('domain', 'list', '--service', service, '--json')
  const suffix = await cli('domain', 'add', '--service', service, '--hostname', '*.co.uk')
  const id = listed.json.data.find(({ hostname }: { hostname: string }) => hostname === '*.acme.example').id
  const removed = await cli('domain', 'remove', '--id', id, '--confirm', '*.acme.example')

  expect(added).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/_inlet\.acme\.example[\s\S]*\*\.acme\.example/),
  })
  expect(suffix).toMatchObject({ stdout: '', stderr: expect.stringContaining('*.example.com') })
  expect(suffix.code).not.toBe(0)
  expect(removed).toMatchObject({ code: 0 })
})

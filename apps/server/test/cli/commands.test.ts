import { hourMs } from '@inlet/contract'
import { fakeDns, freshDatabase } from '@inlet/testkit'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { type CliOutcome, runCli } from '../support/cli-process.ts'
import { fileServer } from '../support/shared-server.ts'
import { generate } from '../support/visits.ts'

const newWorld = fileServer()

/** Runs commands on one throw-away database. */
function cliOn(databaseUri: string, settings: Record<string, string> = {}) {
  return (...args: string[]): Promise<CliOutcome> => runCli(args, { MONGODB_URI: databaseUri, ...settings })
}

async function madeService(cli: ReturnType<typeof cliOn>): Promise<string> {
  const made = await cli('service', 'create', '--name', 'Acme', '--json')
  if (made.code !== 0) throw new Error(made.stderr)
  return made.json.data.id
}

test('in an empty installation the lists name the next command, and then show what was made', async () => {
  await using database = freshDatabase()
  await using client = new MongoClient(database.uri)
  const cli = cliOn(database.uri)

  const empty = await cli('service', 'list')
  const refused = await cli('service', 'create', '--name', 'Acme \u001b[31m')
  const made = await cli('service', 'create', '--name', 'Acme', '--retention-days', '3', '--json')
  // A name from before such were refused.
  await client
    .db()
    .collection('services')
    .updateOne({}, { $set: { name: 'Acme \u001b[31m' } })
  const listed = await cli('service', 'list')

  expect(empty).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('inlet -- service create') })
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('control characters') })
  expect(refused.stderr).not.toContain('\u001b')
  expect(made.json.data).toMatchObject({ name: 'Acme', retentionDays: 3 })
  expect(listed.stdout).toMatch(/^ID +NAME +PLAN +KEPT DAYS +LOCK +CREATED \(UTC\)\n.* +off +/)
  expect(listed.stdout).toContain(made.json.data.id)
  expect(listed.stdout).not.toContain('\u001b')
})

test('a domain is added, shows its records, and receives mail once the DNS has them', async () => {
  await using database = freshDatabase()
  await using dns = await fakeDns()
  const cli = cliOn(database.uri, { DNS_SERVERS: dns.server, MX_HOST: 'MX.Inlet.Example' })
  const service = await madeService(cli)

  const added = await cli('domain', 'add', '--service', service, '--hostname', 'Acme.Example', '--json')
  const { id, hostname, records } = added.json.data
  const early = await cli('domain', 'verify', '--id', id)
  dns.answer(`TXT ${records[0].host}`, { TXT: [records[0].value] })
  dns.answer('MX acme.example', { MX: [[10, 'mx.inlet.example']] })
  const late = await cli('domain', 'verify', '--id', id, '--json')
  const listed = await cli('domain', 'list', '--service', service)

  expect(hostname).toBe('acme.example')
  expect(records[1]).toMatchObject({ type: 'MX', host: 'acme.example', value: '10 mx.inlet.example', outcome: null })
  expect(early).toMatchObject({ code: 1, stdout: expect.stringContaining('still pending') })
  expect(early.stdout).toMatch(/TXT +_inlet\.acme\.example +inlet-verification=[0-9a-f]{40} +nxdomain +–/)
  expect(late).toMatchObject({ code: 0, json: { data: { state: 'verified' } } })
  expect(late.json.data.records).toMatchObject([{ ok: true }, { ok: true, found: ['mx.inlet.example'] }])
  expect(listed.stdout).toMatch(/acme\.example +verified +no/)
})

test('a domain whose MX record would name no public host is added with a warning that says what to set, a trusted one without', async () => {
  await using database = freshDatabase()
  const local = cliOn(database.uri, { SMTP_NAME: 'vm' })
  const service = await madeService(local)
  const add = (cli: typeof local, ...more: string[]) => cli('domain', 'add', '--service', service, ...more)

  const warned = await add(local, '--hostname', 'acme.example')
  const trusted = await add(local, '--hostname', 'tests.example', '--trust')
  const silent = await add(cliOn(database.uri, { MX_HOST: 'mx.inlet.example' }), '--hostname', 'shop.example')

  expect(warned).toMatchObject({ code: 0, stdout: expect.stringContaining('10 vm') })
  expect(warned.stderr).toMatch(/^The MX record names vm, which is no public name\. Set MX_HOST, /)
  expect([trusted.stderr, silent.stderr]).toEqual(['', ''])
})

test('a DNS that does not answer is a failure that says so, and nothing is verified', async () => {
  await using database = freshDatabase()
  await using dns = await fakeDns({ 'TXT _inlet.acme.example': 'SERVFAIL', 'MX acme.example': 'SERVFAIL' })
  const cli = cliOn(database.uri, { DNS_SERVERS: dns.server })
  const service = await madeService(cli)
  const added = await cli('domain', 'add', '--service', service, '--hostname', 'acme.example', '--json')

  const outcome = await cli('domain', 'verify', '--id', added.json.data.id)
  const again = await cli('domain', 'verify', '--id', added.json.data.id, '--json')

  expect(outcome).toMatchObject({ code: 1, stdout: expect.stringContaining('stays pending: the DNS does not answer') })
  expect(again).toMatchObject({ code: 1, json: { data: { state: 'pending' } } })
  expect(again.json.data.records).toMatchObject([{ outcome: 'server_failure' }, { outcome: 'server_failure' }])
})

test('--trust verifies a domain without DNS, but not for a domain that another service has', async () => {
  await using database = freshDatabase()
  const cli = cliOn(database.uri)
  const [one, other] = [await madeService(cli), await madeService(cli)]

  const trusted = await cli('domain', 'add', '--service', one, '--hostname', 'acme.example', '--trust', '--json')
  const taken = await cli('domain', 'add', '--service', other, '--hostname', 'acme.example', '--trust', '--json')

  const left = await cli('domain', 'list', '--service', other, '--json')
  const unknown = await cli('domain', 'list', '--service', '01JD3Q7Z5V8XK2M4N6P8R0T2W4', '--json')

  expect(trusted.json.data.state).toBe('verified')
  expect(left.json.data).toEqual([])
  expect(unknown).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND', message: 'No such service' } } })
  expect(taken).toMatchObject({
    code: 1,
    stdout: '',
    json: { error: { code: 'CONFLICT', details: [{ code: 'domain_exists' }] } },
  })
})

test('a key is shown once, works at the server, and is rotated and revoked', async () => {
  const world = await newWorld()
  const cli = cliOn(world.databaseUri)
  const { serviceId } = world.tenant
  const status = async (key: string) => (await world.call(`/v1/services/${serviceId}/addresses`, { key })).status

  const made = await cli('key', 'create', '--service', serviceId, '--name', 'ci', '--scope', 'read', '--json')
  const { id, value } = made.json.data
  const before = await status(value)
  const rotated = await cli('key', 'rotate', '--id', id, '--grace-seconds', '0', '--yes', '--json')
  world.elapse(1_000)
  const after = [await status(value), await status(rotated.json.data.value)]
  const revoked = await cli('key', 'revoke', '--id', rotated.json.data.id, '--yes')
  world.elapse(1_000)
  const listed = await cli('key', 'list', '--service', serviceId)

  expect(value).toMatch(/^inlet_live_[0-9A-Za-z]{36}$/)
  expect([before, ...after, await status(rotated.json.data.value)]).toEqual([200, 401, 200, 401])
  expect(revoked.code).toBe(0)
  expect(listed.stdout).toContain(`inlet_live_…${value.slice(-4)}`)
  expect(listed.stdout + listed.stderr).not.toContain(value)
})

test('a rotation shows when the old key ends: at its own expiry where that is sooner than the grace', async () => {
  const world = await newWorld()
  const cli = cliOn(world.databaseUri)
  const expiresAt = new Date(Date.now() + hourMs).toISOString()
  const options = ['--service', world.tenant.serviceId, '--name', 'ci', '--scope', 'read', '--expires-at', expiresAt]
  const one = await cli('key', 'create', ...options, '--json')
  const other = await cli('key', 'create', ...options, '--json')

  const rotated = await cli('key', 'rotate', '--id', one.json.data.id, '--json')
  const shown = await cli('key', 'rotate', '--id', other.json.data.id)

  expect(rotated.json.data.replaces).toEqual({ id: one.json.data.id, endsAt: expiresAt })
  expect(shown.stdout).toContain(`The old one works until ${expiresAt}.`)
})

test('addresses are listed by who made them, and another word is refused with those that there are', async () => {
  const world = await newWorld()
  const cli = cliOn(world.databaseUri)
  await world.address('ours')
  await generate(world, 'visitor')
  const madeBy = (maker: string) =>
    cli('address', 'list', '--service', world.tenant.serviceId, '--made-by', maker, '--json')

  const [ours, visitors, refused] = [await madeBy('service'), await madeBy('visitor'), await madeBy('nobody')]

  expect(ours.json.data).toMatchObject([{ localPart: 'ours' }])
  expect(visitors.json.data).toMatchObject([{ localPart: 'visitor' }])
  const message = '--made-by: expected one of service, visitor, mail'
  expect(refused).toMatchObject({ code: 2, stdout: '', json: { error: { code: 'BAD_REQUEST', message } } })
})

test('addresses are listed page by page, and what the operator did is in the audit log under their name', async () => {
  const world = await newWorld()
  const cli = cliOn(world.databaseUri)
  const { serviceId } = world.tenant
  for (const localPart of ['one', 'two', 'three']) await world.address(localPart)
  await cli('domain', 'add', '--service', serviceId, '--hostname', 'more.example')

  const first = await cli('address', 'list', '--service', serviceId, '--limit', '2', '--json')
  const more = ['--limit', '2', '--cursor', first.json.meta.cursor]
  const second = await cli('address', 'list', '--service', serviceId, ...more)

  expect(first.json.data.map(({ localPart }: { localPart: string }) => localPart)).toHaveLength(2)
  expect(first.json.meta.hasMore).toBe(true)
  expect(second.stdout.trim().split('\n')).toHaveLength(2)
  const entry = await world.deps.db.collection('auditLog').findOne({ serviceId, action: 'domain.added' })
  expect(entry).toMatchObject({ serviceId, actor: { kind: 'operator', name: expect.stringMatching(/./) }, ip: null })
})

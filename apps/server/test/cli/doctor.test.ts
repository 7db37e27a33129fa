import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tlsMaterial } from '@inlet/ingest'
import { fakeDns, freshDatabase } from '@inlet/testkit'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { type CliOutcome, runCli } from '../support/cli-process.ts'
import { fileServer } from '../support/shared-server.ts'
import { startWorld } from '../support/world.ts'

const newWorld = fileServer()

interface Finding {
  check: string
  state: string
  message: string
  advice: string | null
}

async function examine(settings: Record<string, string>) {
  await using dns = await fakeDns({ 'NS .': { NS: ['a.root.example'] } })
  const outcome = await runCli(['doctor', '--json'], { DNS_SERVERS: dns.server, ...settings })
  return { code: outcome.code, ok: outcome.json.data.ok, of: (check: string) => findingOf(outcome, check) }
}

function findingOf({ json }: CliOutcome, check: string): Finding | undefined {
  const checks: Finding[] = json.data.checks
  return checks.find((finding) => finding.check === check)
}

test('a healthy installation has a line for every check, none of them a failure', async () => {
  const world = await newWorld()
  await using dns = await fakeDns({ 'NS .': { NS: ['a.root.example'] } })

  const outcome = await runCli(['doctor'], { MONGODB_URI: world.databaseUri, DNS_SERVERS: dns.server })

  const lines = outcome.stdout.trimEnd().split('\n')
  expect(outcome).toMatchObject({ code: 0, stderr: '' })
  expect(lines.map((line) => line.slice(6, 17).trim())).toEqual([
    'database',
    'rights',
    'replica set',
    'version',
    'indexes',
    'validators',
    'clock',
    'jobs',
    'webhooks',
    'quotas',
    'disk',
    'http port',
    'smtp port',
    'public url',
    'mx host',
    'smtp host',
    'payment',
    'tls files',
    'dns',
  ])
  for (const line of lines) expect(line).toMatch(/^(ok {2}|warn) {2}/)
  expect(lines[4]).toBe('ok    indexes      as expected')
})

test('a database that does not answer is a failure with advice, and the other checks still run', async () => {
  const { code, ok, of } = await examine({
    MONGODB_URI: 'mongodb://someone:hidden-secret@127.0.0.1:1/inlet?replicaSet=none',
  })

  expect([code, ok]).toEqual([1, false])
  expect(of('database')).toMatchObject({ state: 'fail', advice: expect.stringContaining('MONGODB_URI') })
  expect(JSON.stringify(of('database'))).not.toContain('hidden-secret')
  expect(of('http port')?.state).toBe('ok')
})

test('the doctor distinguishes changed, missing and foreign indexes, and changes none', async () => {
  const world = await newWorld()
  const { db } = world.deps
  await db.collection('members').dropIndexes()
  const lacking = await examine({ MONGODB_URI: world.databaseUri })
  await db.collection('addresses').createIndex({ localPart: 1 })
  await db.collection('addresses').dropIndex('fullAddress_1')
  await db.collection('addresses').createIndex({ fullAddress: 1 })
  const differing = await examine({ MONGODB_URI: world.databaseUri })

  expect(lacking.of('indexes')).toMatchObject({
    state: 'warn',
    message: expect.stringContaining('members {userId:1,serviceId:1}'),
  })
  expect(differing.of('indexes')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('addresses {fullAddress:1}'),
  })
  expect(differing.code).toBe(1)
  expect(await db.collection('members').indexes()).toHaveLength(1)
})

test('in an empty database everything is missing, which is only a warning, and it stays empty', async () => {
  await using database = freshDatabase()

  const { code, of } = await examine({ MONGODB_URI: database.uri })

  expect([code, of('indexes')?.state]).toEqual([0, 'warn'])
  await using client = new MongoClient(database.uri)
  expect(await client.db(database.name).listCollections().toArray()).toEqual([])
})

test('a port that another program has is a failure, one that a running Inlet has is not', async () => {
  await using world = await startWorld({ settings: { METRICS_PORT: '0' } })
  await using stranger = createServer((socket) => {
    socket.on('error', () => {}).resume()
    socket.end('220 other.example ESMTP\r\n')
  })
  stranger.listen(0, '127.0.0.1')
  await once(stranger, 'listening')
  const address = stranger.address()
  const taken = String(address !== null && typeof address === 'object' ? address.port : 0)
  const own = {
    HTTP_PORT: String(world.httpPort),
    SMTP_PORT: String(world.smtpPort),
    METRICS_PORT: String(world.metricsPort),
  }
  const foreign = { HTTP_PORT: taken, SMTP_PORT: taken, METRICS_PORT: taken }

  const ours = await examine({ MONGODB_URI: world.databaseUri, ...own })
  const theirs = await examine({ MONGODB_URI: world.databaseUri, ...foreign })

  for (const check of ['http port', 'smtp port', 'metrics']) {
    expect(ours.of(check)).toMatchObject({ state: 'ok', message: expect.stringContaining('served by a running Inlet') })
    expect(theirs.of(check)).toMatchObject({ state: 'fail', advice: expect.stringContaining('another port') })
  }
  expect([ours.code, theirs.code]).toEqual([0, 1])
})

test('without a name server, or with an invalid configuration, it says what to set', async () => {
  await using database = freshDatabase()

  const silent = await examine({ MONGODB_URI: database.uri, DNS_SERVERS: '127.0.0.1:1' })
  const broken = await runCli(['doctor', '--json'], { HTTP_PORT: 'eighty' })

  expect(silent.of('dns')).toMatchObject({ state: 'warn', advice: expect.stringContaining('DNS_SERVERS') })
  expect(broken).toMatchObject({
    code: 1,
    stdout: '',
    json: { error: { message: expect.stringContaining('HTTP_PORT') } },
  })
})

test('a URI that cannot be read and a database that is no replica set are errors of MONGODB_URI, without a stack', async () => {
  const uri = 'mongodb://someone:hidden/secret@127.0.0.1/inlet'
  const { of } = await examine({ MONGODB_URI: uri })
  const listed = await runCli(['service', 'list', '--json'], { MONGODB_URI: uri })
  const plain = await runCli(['service', 'list'], { MONGODB_URI: uri })

  expect(of('database')).toMatchObject({ state: 'fail', advice: 'See MONGODB_URI.' })
  expect(listed).toMatchObject({ code: 1, stdout: '', json: { error: { code: 'BAD_REQUEST' } } })
  expect(plain.stderr).toMatch(/^MONGODB_URI: The database's URI cannot be used: .+\.\n$/)
  expect(JSON.stringify([of('database'), listed, plain])).not.toMatch(/hidden|secret/)
})

test('a production without PUBLIC_URL is warned of, except where a process serves no users', async () => {
  await using database = freshDatabase()
  const settings = { MONGODB_URI: database.uri }

  const unset = await examine(settings)
  const set = await examine({ ...settings, PUBLIC_URL: 'https://inlet.example' })
  const smtp = await examine({ ...settings, INLET_ROLE: 'smtp' })

  expect(unset.of('public url')).toMatchObject({
    state: 'warn',
    advice: expect.stringContaining('the URL that your users type'),
  })
  expect(set.of('public url')).toMatchObject({ state: 'ok', message: 'https://inlet.example' })
  expect(smtp.of('public url')).toBeUndefined()
})

test.each([
  [{ SMTP_NAME: 'vm' }, 'warn', 'vm is no public name'],
  [{ MX_HOST: 'mail.internal' }, 'warn', 'mail.internal is no public name'],
  [{ MX_HOST: '192.0.2.1' }, 'warn', '192.0.2.1 is no public name'],
  [{ SMTP_NAME: 'vm', MX_HOST: 'MX.Acme.Example' }, 'ok', 'mx.acme.example'],
])('with %j the MX host is %s: %s', async (settings, state, message) => {
  await using database = freshDatabase()

  const { code, of } = await examine({ MONGODB_URI: database.uri, ...settings })

  expect(of('mx host')).toMatchObject({ state, message })
  expect(of('mx host')?.advice ?? '').toContain(state === 'warn' ? 'MX_HOST' : '')
  expect(code).toBe(0)
})

test('a loopback SMTP host and a self-made certificate are warned of beside MONGODB_URI, and not in a trial', async () => {
  await using database = freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'inlet-doctor-'))
  const { cert, key } = await tlsMaterial('mx.test', {})
  const [SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await writeFile(SMTP_TLS_CERT_FILE, cert)
  await writeFile(SMTP_TLS_KEY_FILE, key)
  const production = { MONGODB_URI: database.uri }

  const local = await examine(production)
  const reachable = await examine({ ...production, SMTP_HOST: '0.0.0.0', SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE })
  const proxied = await examine({ ...production, SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE })
  const always = await examine({ ...production, SMTP_STARTTLS: 'always' })
  const trial = await examine({ MONGOMS_SYSTEM_BINARY: '/no/such/mongod' })
  const openTrial = await examine({ MONGOMS_SYSTEM_BINARY: '/no/such/mongod', SMTP_HOST: '0.0.0.0' })
  const web = await examine({ ...production, INLET_ROLE: 'http' })
  await rm(folder, { recursive: true })

  expect(local.of('smtp host')).toMatchObject({
    state: 'warn',
    message: 'only this machine reaches 127.0.0.1',
    advice: expect.stringMatching(/SMTP_HOST.*no PROXY header nobody is offered STARTTLS: set SMTP_TLS_CERT_FILE/),
  })
  for (const { of } of [proxied, always]) {
    expect(of('smtp host')).toMatchObject({ state: 'warn', advice: expect.not.stringContaining('STARTTLS') })
  }
  expect(local.of('tls files')).toMatchObject({ state: 'warn', advice: expect.stringContaining('SMTP_TLS_CERT_FILE') })
  expect(reachable.of('smtp host')?.state).toBe('ok')
  expect(reachable.of('tls files')).toMatchObject({
    state: 'warn',
    message: expect.stringContaining('signed by itself'),
  })
  expect([trial.of('smtp host')?.state, trial.of('tls files')?.state]).toEqual(['ok', 'ok'])
  expect([openTrial.of('smtp host')?.state, openTrial.of('tls files')?.state]).toEqual(['ok', 'warn'])
  expect([web.of('smtp host'), web.of('tls files')]).toEqual([undefined, undefined])
})

test('a certificate that the SMTP server would refuse is a failure', async () => {
  await using database = freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'inlet-doctor-'))
  const file = join(folder, 'cert.pem')
  await writeFile(file, 'no PEM')
  const files = { SMTP_TLS_CERT_FILE: file, SMTP_TLS_KEY_FILE: file }

  const { code, of } = await examine({ MONGODB_URI: database.uri, ...files })
  await rm(folder, { recursive: true })

  expect(code).toBe(1)
  expect(of('tls files')).toMatchObject({ state: 'fail', message: expect.stringContaining('not a certificate') })
})

test('the issuer is checked as the server reads it, and one whose document has another issuer is a failure', async () => {
  await using database = freshDatabase()
  await using issuer = createHttpServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ issuer: 'https://other.example', jwks_uri: 'https://other.example/keys' }))
  })
  issuer.listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  const address = issuer.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const settings = { MONGODB_URI: database.uri }

  const renamed = await examine({ ...settings, OIDC_ISSUER: `http://127.0.0.1:${port}` })
  const away = await examine({ ...settings, OIDC_ISSUER: 'http://127.0.0.1:1' })

  expect(renamed.of('issuer')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining('https://other.example'),
  })
  expect(away.of('issuer')).toMatchObject({ state: 'fail', advice: expect.stringContaining('OIDC_ISSUER') })
  expect([renamed.code, away.code]).toEqual([1, 1])
})

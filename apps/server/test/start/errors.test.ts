import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freshDatabase } from '@inlet/testkit'
import { expect, inject, test, vi } from 'vitest'
import { neededActions } from '../../src/cli/doctor/check-rights.ts'
import { runCli } from '../support/cli-process.ts'
import { startLimitMs } from '../support/server-process.ts'
import { dataFolder, isAlive, mongodIn, startProgram } from '../support/start-program.ts'
import { guardedDatabase } from './database-users.ts'
import { standaloneMongod } from './standalone-mongod.ts'

// Starts are processes of their own, and some of them look for a primary for 5 s.
vi.setConfig({ testTimeout: 2 * startLimitMs })

/** What a start, a command and the doctor say of the same settings. */
async function saidOf(settings: Record<string, string>) {
  await using folder = await dataFolder()
  const given = { INLET_DATA_DIR: folder.path, ...settings }
  await using program = startProgram(folder.path, given)
  const started = { code: await program.ended, written: program.errors() }
  const listed = await runCli(['service', 'list'], given)
  const doctor = await runCli(['doctor', '--json'], { DNS_SERVERS: '127.0.0.1:1', ...given })
  const checks: { check: string; state: string; message: string; advice: string }[] = doctor.json.data.checks
  const failures = checks.filter(({ state }) => state === 'fail')
  return { started, listed: { code: listed.code, written: listed.stderr }, doctor: { code: doctor.code, failures } }
}

/** One line that matches, exit code 1, no stack, no secret; the doctor fails for the same reason. */
function expectSaid({ started, listed, doctor }: Awaited<ReturnType<typeof saidOf>>, sentence: RegExp, reason: RegExp) {
  for (const { code, written } of [started, listed]) {
    expect(code).toBe(1)
    expect(written).toMatch(sentence)
    expect(written.trimEnd().split('\n')).toHaveLength(1)
  }
  expect(doctor).toMatchObject({ code: 1, failures: [{ message: expect.stringMatching(reason) }] })
  expect(JSON.stringify([started, listed, doctor])).not.toMatch(/pass-word|\\n {4}at /)
}

test('a wrong password is named, with the database where the user is looked up', async () => {
  await using database = await guardedDatabase()
  const uri = await database.uriOf('writer', [{ role: 'readWrite', db: 'inlet' }])

  const wrong = await saidOf({ MONGODB_URI: uri.replace(':pass-word', ':hidden-pass-word') })
  const elsewhere = await saidOf({ MONGODB_URI: uri.replace('&authSource=admin', '') })

  const reason = /^MongoDB refuses the user or the password\. It looks for the user in the database "(?:admin|inlet)"/
  expectSaid(wrong, /^MONGODB_URI: MongoDB refuses the user or the password\. .+ "admin": authSource .+\.\n$/, reason)
  expectSaid(
    elsewhere,
    /^MONGODB_URI: MongoDB refuses the user or the password\. .+ "inlet": authSource .+\.\n$/,
    reason,
  )
})

test('a user that may only read, and a URI without a user, are named, with the role that is needed', async () => {
  await using database = await guardedDatabase()
  const uri = await database.uriOf('reader', [{ role: 'read', db: 'inlet' }])

  const reader = await saidOf({ MONGODB_URI: uri })
  const anonymous = await saidOf({ MONGODB_URI: `mongodb://${database.host}/inlet?replicaSet=inlet` })

  expectSaid(
    reader,
    /^MONGODB_URI: The user of the URI may not run "\w+" in the database inlet\. It needs the role readWrite there\.\n$/,
    /^reader may not insert, update, remove, createCollection, createIndex in inlet$/,
  )
  expect(reader.doctor.failures).toMatchObject([{ check: 'rights', advice: 'Grant it the role readWrite there.' }])
  const asks = /MongoDB asks for a user and a password, and the URI has none/
  expectSaid(anonymous, asks, asks)
})

test('the role readWrite is enough, and so is one with no more than the doctor asks for', async () => {
  await using database = await guardedDatabase()
  const privileges = [{ resource: { db: 'inlet', collection: '' }, actions: neededActions }]
  await database.admin.command({ createRole: 'least', privileges, roles: [] })
  const uris = [
    await database.uriOf('writer', [{ role: 'readWrite', db: 'inlet' }]),
    await database.uriOf('least', [{ role: 'least', db: 'admin' }]),
  ]

  for (const MONGODB_URI of uris) {
    await using folder = await dataFolder()
    await using program = startProgram(folder.path, { MONGODB_URI, INLET_DEMO: 'true' })
    await vi.waitUntil(() => program.written().includes('Inlet is ready'), { timeout: startLimitMs })
    const doctor = await runCli(['doctor', '--json'], { MONGODB_URI })
    program.send('SIGTERM')

    expect(await program.ended).toBe(0)
    expect(program.written()).not.toMatch(/"level":[56]0/)
    expect(doctor.json.data.checks).toContainEqual(
      expect.objectContaining({ check: 'rights', state: 'ok', message: expect.stringMatching(/may do in inlet what/) }),
    )
  }
})

test('a set of another name, one that was never initiated and an unknown host have different messages', async () => {
  await using database = freshDatabase()
  await using folder = await dataFolder()
  await using uninitiated = await standaloneMongod(folder.path, ['--replSet', 'rs0'])

  const [renamed, fresh, unknown] = await Promise.all([
    saidOf({ MONGODB_URI: database.uri.replace('replicaSet=inlet', 'replicaSet=other') }),
    saidOf({ MONGODB_URI: `${uninitiated.uri}?replicaSet=rs0` }),
    saidOf({ MONGODB_URI: 'mongodb://no-such-host.invalid/inlet?replicaSet=rs0' }),
  ])

  const name = /The replica set of 127\.0\.0\.1:\d+ is "inlet", and the URI has replicaSet=other/
  const initiate = /The replica set of 127\.0\.0\.1:\d+ was never initiated: run rs\.initiate\(\) there once/
  const lookUp = /getaddrinfo \w+ no-such-host\.invalid/
  expectSaid(renamed, name, name)
  expectSaid(fresh, initiate, initiate)
  expectSaid(
    unknown,
    /^The database does not answer: getaddrinfo \w+ no-such-host\.invalid\. See that it runs, .+\.\n$/,
    lookUp,
  )
})

test('where a server wants no TLS, and where it is asked for, the sentence names the setting', async () => {
  await using database = freshDatabase()

  const said = await saidOf({ MONGODB_URI: `${database.uri}&tls=true` })

  expectSaid(said, /^The database does not answer: .+ See tls and tlsCAFile in MONGODB_URI: .+\n$/, /TLS/)
})

test.each([
  ['HTTP', 'HTTP_HOST', 'http port'],
  ['SMTP', 'SMTP_HOST', 'smtp port'],
  ['metrics', 'METRICS_HOST', 'metrics'],
])('an address for %s that is not of this machine is named, with its setting', async (_, setting, check) => {
  await using database = freshDatabase()
  await using folder = await dataFolder()
  const settings = { MONGODB_URI: database.uri, METRICS_PORT: '0', LOG_LEVEL: 'silent', [setting]: '192.0.2.1' }

  await using program = startProgram(folder.path, settings)
  const code = await program.ended
  const doctor = await runCli(['doctor', '--json'], { ...settings, SMTP_PORT: '2525', HTTP_PORT: '8080' })

  expect([code, program.errors()]).toEqual([
    1,
    `192.0.2.1 is not an address of this machine. Set ${setting} to one that is, or to 0.0.0.0 for all of them.\n`,
  ])
  expect(doctor.json.data.checks).toContainEqual(
    expect.objectContaining({ check, state: 'fail', message: '192.0.2.1 is not an address of this machine' }),
  )
})

test('a data folder that is a file is reported in one sentence, before anything is fetched or started', async () => {
  await using folder = await dataFolder()
  const file = join(folder.path, 'file')
  await writeFile(file, '')
  const binary = inject('mongodBinary')

  const said = await saidOf({ INLET_DATA_DIR: file, MONGOMS_SYSTEM_BINARY: binary })

  const reason =
    /The data folder \S+ cannot be made: there is a file in its way\. Move that, or name another folder in INLET_DATA_DIR\./
  for (const { code, written } of [said.started, said.listed]) {
    expect(code).toBe(1)
    expect(written.trimEnd().split('\n')).toEqual([expect.stringMatching(reason)])
  }
  expect(said.doctor).toMatchObject({
    code: 1,
    failures: [{ check: 'database', advice: expect.stringMatching(reason) }],
  })
})

test('a demo file that cannot be written ends the start, and the database with it, in one sentence without a stack', async () => {
  await using folder = await dataFolder()
  // No file can take the place of a folder.
  await mkdir(join(folder.demoFile, 'inside'), { recursive: true })

  await using program = startProgram(folder.path, { LOG_LEVEL: 'silent' })
  const mongod = await vi.waitUntil(() => mongodIn(folder.path), { timeout: startLimitMs })

  expect(await program.ended).toBe(1)
  expect(isAlive(mongod)).toBe(false)
  expect(program.errors()).toMatch(
    /demo\.json.+\. See INLET_DATA_DIR and INLET_CACHE_DIR, and who may write there\.\n$/,
  )
  expect(program.errors()).not.toMatch(/\n {4}at /)
})

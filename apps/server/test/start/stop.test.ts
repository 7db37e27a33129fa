import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { waitFor } from '@inlet/testkit'
import { expect, test, vi } from 'vitest'
import { readDemo } from '../../src/demo/demo-file.ts'
import { runCli } from '../support/cli-process.ts'
import { startLimitMs } from '../support/server-process.ts'
import { smtpClient } from '../support/smtp-client.ts'
import { dataFolder, isAlive, mongodIn, startProgram } from '../support/start-program.ts'
import { standaloneMongod } from './standalone-mongod.ts'

const ready = /Inlet is ready/
vi.setConfig({ testTimeout: 2 * startLimitMs })

test.each(['HTTP_PORT', 'SMTP_PORT'])(
  'a start on a taken %s says so in one sentence and leaves no mongod',
  async (setting) => {
    await using folder = await dataFolder()
    await using taken = createServer()
    taken.listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0

    await using program = startProgram(folder.path, { [setting]: String(port), LOG_LEVEL: 'error' })
    const mongod = await waitFor(() => mongodIn(folder.path), startLimitMs)
    const code = await program.ended

    expect(code).toBe(1)
    expect(program.errors()).toBe(
      `127.0.0.1:${port} is taken by another program. End it, or set ${setting} to another port.\n`,
    )
    expect(isAlive(mongod)).toBe(false)
  },
)

test.each(['SIGTERM', 'SIGINT'] as const)('%s while the database starts ends it too', async (signal) => {
  await using folder = await dataFolder()
  await using program = startProgram(folder.path)

  const mongod = await waitFor(() => mongodIn(folder.path), startLimitMs)
  program.send(signal)
  const code = await program.ended

  expect(code).toBe(0)
  expect(program.written()).not.toMatch(ready)
  expect(program.written()).not.toMatch(/\n {4}at /)
  expect(isAlive(mongod)).toBe(false)
})

test('SIGTERM ends a running server and its database with code 0', async () => {
  await using folder = await dataFolder()
  await using program = startProgram(folder.path)
  await waitFor(() => ready.test(program.written()), startLimitMs)
  const mongod = await waitFor(() => mongodIn(folder.path))

  program.send('SIGTERM')
  const code = await program.ended

  expect(code).toBe(0)
  expect(isAlive(mongod)).toBe(false)
})

test('one Ctrl-C that npm passes on once more is one: all is stopped in order, with code 0', async () => {
  await using folder = await dataFolder()
  await using program = startProgram(folder.path)
  await waitFor(() => ready.test(program.written()), startLimitMs)

  // Two of one kind could become one on the way.
  program.send('SIGINT')
  program.send('SIGTERM')

  expect(await program.ended).toBe(0)
  expect(program.written()).not.toContain('shutdown cut short')
})

test('a second signal does not wait for mail on its way, and the process ends with code 1 and its database', async () => {
  await using folder = await dataFolder()
  await using program = startProgram(folder.path)
  await waitFor(() => ready.test(program.written()), startLimitMs)
  const mongod = await waitFor(() => mongodIn(folder.path))
  const demo = await waitFor(() => readDemo(folder.demoFile))
  await using sender = await smtpClient(demo.smtp.port)
  await sender.begin(['code@demo.localhost'])
  program.send('SIGINT')
  await waitFor(() => program.written().includes('shutting down'))

  const askedAt = performance.now()
  await waitFor(() => {
    program.send('SIGINT')
    return program.written().includes('shutdown cut short')
  })
  const code = await program.ended

  expect(code).toBe(1)
  expect(performance.now() - askedAt).toBeLessThan(3_000)
  expect(program.written()).toMatch(/shutdown cut short/)
  await waitFor(() => !isAlive(mongod))
})

test('a database URI that cannot be read is one sentence at the start, which repeats no password', async () => {
  await using folder = await dataFolder()
  const uri = 'mongodb://someone:hidden/secret@127.0.0.1/inlet'

  await using program = startProgram(folder.path, { MONGODB_URI: uri })
  const code = await program.ended

  expect(code).toBe(1)
  expect(program.errors()).toMatch(/^MONGODB_URI: The database's URI cannot be used: .+\.\n$/)
  expect(program.errors()).not.toMatch(/hidden|secret/)
})

test('a mongod that is no replica set is one sentence at the start and at the command line', async () => {
  await using folder = await dataFolder()
  await using mongod = await standaloneMongod(folder.path)

  await using program = startProgram(folder.path, { MONGODB_URI: mongod.uri })
  const [code, command] = await Promise.all([
    program.ended,
    runCli(['service', 'list', '--json'], { MONGODB_URI: mongod.uri }),
  ])

  const sentence = expect.stringMatching(
    /^MONGODB_URI: The database must be a replica set, and 127\.0\.0\.1:\d+ is none \(.+\)\.\n?$/,
  )
  expect([code, program.errors()]).toEqual([1, sentence])
  expect(command).toMatchObject({ code: 1, json: { error: { code: 'BAD_REQUEST', message: sentence } } })
})

test.each([
  ['is not there', async () => {}, /SMTP_TLS_CERT_FILE: .*cert\.pem cannot be read \(ENOENT\)\.\n$/],
  [
    'is no PEM',
    (file: string) => writeFile(file, 'no PEM'),
    /SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: not a certificate/,
  ],
])('a certificate that %s is named in one sentence before anything is started', async (_, prepare, sentence) => {
  await using folder = await dataFolder()
  const file = join(folder.path, 'cert.pem')
  await prepare(file)
  const settings = { SMTP_TLS_CERT_FILE: file, SMTP_TLS_KEY_FILE: file }

  await using program = startProgram(folder.path, settings)
  const code = await program.ended

  expect(code).toBe(1)
  expect(program.errors()).toMatch(sentence)
  expect(program.errors().trim().split('\n')).toHaveLength(1)
  expect(await mongodIn(folder.path)).toBeNull()
})

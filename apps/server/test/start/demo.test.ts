import { readFile, rm, stat } from 'node:fs/promises'
import { freshDatabase, waitFor } from '@inlet/testkit'
import { expect, test } from 'vitest'
import { type Demo, readDemo } from '../../src/demo/demo-file.ts'
import { logInByCode } from '../support/code-login.ts'
import { dataFolder, type RunningProgram, startProgram, startSend } from '../support/start-program.ts'

const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)

/** The server of a data folder, once it is ready; ended in the end. */
async function readyProgram(folder: string, settings: Record<string, string> = {}): Promise<RunningProgram> {
  const program = startProgram(folder, settings)
  await waitFor(() => /Inlet is ready/.test(program.written()), 20_000)
  return program
}

async function end(program: RunningProgram): Promise<void> {
  program.send('SIGTERM')
  await program.ended
}

async function demoOf(file: string): Promise<Demo> {
  const demo = await readDemo(file)
  if (!demo) throw new Error(`${file} holds no demo`)
  return demo
}

/** Who the API takes somebody for. */
async function whoIs(demo: Demo, token: string | null) {
  const response = await fetch(`${demo.baseUrl}/me`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

async function call(demo: Demo, path: string, init: { key?: string; method?: string; body?: unknown } = {}) {
  const response = await fetch(`${demo.baseUrl}${path}`, {
    method: init.method ?? 'GET',
    headers: { 'x-api-key': init.key ?? demo.apiKeys.write, 'content-type': 'application/json' },
    ...(init.body === undefined ? {} : { body: JSON.stringify(init.body) }),
  })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const docsOf = ({ baseUrl }: Demo) => baseUrl.replace(/v1$/, 'docs')

const addresses = (demo: Demo) => `/services/${demo.service.id}/addresses`

function createAddress(demo: Demo, localPart: string) {
  return call(demo, addresses(demo), { method: 'POST', body: { domainId: demo.domain.id, localPart } })
}

test('the file is readable by its owner alone and has exactly the fields that test suites read', async () => {
  await using folder = await dataFolder()
  await using program = await readyProgram(folder.path)

  const demo = JSON.parse(await readFile(folder.demoFile, 'utf8'))

  expect((await stat(folder.demoFile)).mode & 0o777).toBe(0o600)
  expect(demo).toStrictEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
    smtp: { host: '127.0.0.1', port: expect.any(Number) },
    service: { id: ulid },
    domain: { id: ulid, hostname: 'demo.localhost' },
    apiKeys: {
      read: expect.stringMatching(/^inlet_live_/),
      write: expect.stringMatching(/^inlet_live_/),
      admin: expect.stringMatching(/^inlet_live_/),
      test: expect.stringMatching(/^inlet_test_/),
    },
    user: { email: 'demo@demo.localhost', password: expect.stringMatching(/^[\w-]{20}$/) },
    accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  })
  for (const secret of [...Object.values<string>(demo.apiKeys), demo.user.password, demo.accessToken]) {
    expect(program.written()).not.toContain(secret)
  }
})

test('the demo user owns the demo service: by the token in the file, and by a login with the password there', async () => {
  await using folder = await dataFolder()
  await using first = await readyProgram(folder.path)
  const before = await demoOf(folder.demoFile)
  const known = await whoIs(before, before.accessToken)
  await end(first)

  await using _second = await readyProgram(folder.path)
  const after = await demoOf(folder.demoFile)
  const again = await whoIs(after, after.accessToken)
  const baseUrl = after.baseUrl.replace(/\/v1$/, '')
  const tokens = await logInByCode({ baseUrl, ...(after.user ?? { email: '', password: '' }) })

  const services = [{ id: before.service.id, name: 'Demo', role: 'owner' }]
  expect(known.body.data).toEqual({ id: ulid, email: 'demo@demo.localhost', name: 'Demo', services })
  expect(again.body).toEqual(known.body)
  expect(await whoIs(after, String(tokens.access_token))).toEqual(known)
  expect((await whoIs(after, before.accessToken)).status).toBe(401)
})

test('with an issuer of somebody else there is no demo user', async () => {
  await using folder = await dataFolder()
  await using program = await readyProgram(folder.path, { OIDC_ISSUER: 'http://127.0.0.1:9/' })

  const demo = await demoOf(folder.demoFile)

  expect(demo).toMatchObject({ user: null, accessToken: null })
  expect(program.written()).not.toContain('/me"')
})

test('a second start keeps data and keys and writes its own ports', async () => {
  await using folder = await dataFolder()
  await using first = await readyProgram(folder.path)
  const before = await demoOf(folder.demoFile)
  const made = await createAddress(before, 'kept')
  await end(first)

  await using second = await readyProgram(folder.path)
  const after = await demoOf(folder.demoFile)
  const listed = await call(after, addresses(after))

  expect(made.status).toBe(201)
  const { baseUrl, smtp, accessToken } = after
  expect(after).toEqual({ ...before, baseUrl, smtp, accessToken })
  expect(accessToken).not.toBe(before.accessToken)
  expect(second.written()).toContain(
    `Inlet is ready.  REST ${after.baseUrl}   Docs ${docsOf(after)}   SMTP 127.0.0.1:${after.smtp.port}`,
  )
  expect(listed.body.data).toEqual([expect.objectContaining({ fullAddress: 'kept@demo.localhost' })])
})

test('where the file is gone the next start makes new keys and a new password, and the old ones are worth nothing', async () => {
  await using folder = await dataFolder()
  await using first = await readyProgram(folder.path)
  const before = await demoOf(folder.demoFile)
  await end(first)
  await rm(folder.demoFile)

  await using _second = await readyProgram(folder.path)
  const after = await demoOf(folder.demoFile)
  const scopes = ['read', 'write', 'admin', 'test'] as const
  const statusOf = async (demo: Demo, scope: (typeof scopes)[number]) =>
    (await call(after, addresses(after), { key: demo.apiKeys[scope] })).status

  const { baseUrl, smtp, apiKeys, user, accessToken } = after
  expect(after).toEqual({ ...before, baseUrl, smtp, apiKeys, user, accessToken })
  expect(user?.password).not.toBe(before.user?.password)
  expect((await whoIs(after, accessToken)).body.data.services).toMatchObject([{ role: 'owner' }])
  expect(await Promise.all(scopes.map((scope) => statusOf(before, scope)))).toEqual([401, 401, 401, 401])
  expect(await Promise.all(scopes.map((scope) => statusOf(after, scope)))).toEqual([200, 200, 200, 200])
})

test('the command of the quickstart sends a mail whose code is read out', async () => {
  await using folder = await dataFolder()
  await using _program = await readyProgram(folder.path)
  const demo = await demoOf(folder.demoFile)
  await createAddress(demo, 'code')

  await using sender = startSend(folder.path, ['--to', 'code@demo.localhost', '--code', '482913'])
  const code = await sender.ended
  const found = await call(demo, '/inboxes/code@demo.localhost/messages?hasOtp=true&waitSeconds=10')

  expect(code).toBe(0)
  expect(sender.written()).toContain('Sent to code@demo.localhost with the code 482913: 250 ')
  expect(found.body.data).toEqual([expect.objectContaining({ otpCode: '482913' })])
})

test.each(['http', 'worker'])('the role %s has a demo too, with the SMTP server of the configuration', async (role) => {
  await using folder = await dataFolder()
  await using _program = await readyProgram(folder.path, { INLET_ROLE: role, SMTP_PORT: '2599', SMTP_HOST: '::1' })

  const demo = await demoOf(folder.demoFile)

  expect(demo.smtp).toEqual({ host: '::1', port: 2599 })
  expect(demo.user?.email).toBe('demo@demo.localhost')
  expect(demo.accessToken === null).toBe(role === 'worker')
})

test('of two processes that begin on one empty database one makes the demo, and the other one starts as well', async () => {
  await using database = freshDatabase()
  await using folder = await dataFolder()
  await using other = await dataFolder()
  const settings = { MONGODB_URI: database.uri, INLET_DEMO: 'true' }

  await using first = startProgram(folder.path, settings)
  await using second = startProgram(other.path, settings)
  await waitFor(() => [first, second].every((program) => /Inlet is ready/.test(program.written())), 20_000)
  const demos = [await readDemo(folder.demoFile), await readDemo(other.demoFile)].filter((demo) => demo !== null)

  expect(demos).toHaveLength(1)
  const [demo] = demos
  if (!demo) throw new Error('no demo')
  expect((await createAddress(demo, 'code')).status).toBe(201)
})

test('in a database given by MONGODB_URI the keys are never made again, and a start without the file says so', async () => {
  await using database = freshDatabase()
  await using folder = await dataFolder()
  await using elsewhere = await dataFolder()
  const settings = { MONGODB_URI: database.uri, INLET_DEMO: 'true' }
  await using _first = await readyProgram(folder.path, settings)
  const demo = await demoOf(folder.demoFile)

  await using second = await readyProgram(elsewhere.path, settings)
  await waitFor(() => second.written().includes('does not have its keys'))

  expect(await readDemo(elsewhere.demoFile)).toBeNull()
  expect((await call(demo, addresses(demo))).status).toBe(200)
})

test('an IPv6 host stands in brackets in every URL', async () => {
  await using folder = await dataFolder()
  await using program = await readyProgram(folder.path, { HTTP_HOST: '::1', SMTP_HOST: '::1' })
  const demo = await demoOf(folder.demoFile)

  expect(demo.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/)
  expect(program.written()).toContain(`REST ${demo.baseUrl}   Docs ${docsOf(demo)}   SMTP [::1]:${demo.smtp.port}`)
  expect((await call(demo, addresses(demo))).status).toBe(200)
})

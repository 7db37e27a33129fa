import { readFile, rm, stat } from 'node:fs/promises'
import { freshDatabase, waitFor } from '@inlet/testkit'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type Demo, readDemo } from '../../src/demo/demo-file.ts'
import { logInByCode } from '../support/code-login.ts'
import { runScript } from '../support/run-script.ts'
import { startLimitMs } from '../support/server-process.ts'
import { dataFolder, end, readyProgram, startProgram, startSend } from '../support/start-program.ts'

vi.setConfig({ testTimeout: 2 * startLimitMs })

const ulid = expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/)

async function demoOf(file: string): Promise<Demo> {
  const demo = await readDemo(file)
  if (!demo) throw new Error(`${file} holds no demo`)
  return demo
}

/** The user that the API sees behind a token. */
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

const scopes = ['read', 'write', 'admin', 'test'] as const

/** The e-mail address that the quickstart names, and the password that its command prints. */
async function printedLogin(quickstart: string) {
  const [, email = '', command = ''] =
    /Log in to the dashboard as (\S+) with the password that this prints:\n +(node .*)/.exec(quickstart) ?? []
  const { stdout } = await runScript([], { shell: command })
  return { email, password: stdout.trim() }
}

/** What three starts in one data folder show, the file being deleted before the third; they take 2 s each, so the tests share them. */
async function observeThreeStarts() {
  await using folder = await dataFolder()

  await using first = await readyProgram(folder.path)
  const text = await readFile(folder.demoFile, 'utf8')
  const before = await demoOf(folder.demoFile)
  const mode = (await stat(folder.demoFile)).mode & 0o777
  const known = await whoIs(before, before.accessToken)
  const made = await createAddress(before, 'kept')
  await createAddress(before, 'code')
  await using sender = startSend(folder.path, ['--to', 'code@demo.localhost', '--code', '482913'])
  const sent = { code: await sender.ended, written: sender.written() }
  const found = await call(before, '/inboxes/code@demo.localhost/messages?hasOtp=true&waitSeconds=10')
  await end(first)

  await using second = await readyProgram(folder.path)
  const after = await demoOf(folder.demoFile)
  const again = await whoIs(after, after.accessToken)
  const withOldToken = await whoIs(after, before.accessToken)
  const listed = await call(after, addresses(after))
  const baseUrl = /^Dashboard, in a browser: (\S+)\/dashboard$/m.exec(second.written())?.[1] ?? ''
  const printed = await printedLogin(first.written())
  const tokens = await logInByCode({ baseUrl, ...printed })
  const loggedIn = await whoIs(after, String(tokens.access_token))
  await end(second)
  await rm(folder.demoFile)

  await using _third = await readyProgram(folder.path)
  const renewed = await demoOf(folder.demoFile)
  const statusOf = async (demo: Demo, scope: (typeof scopes)[number]) =>
    (await call(renewed, addresses(renewed), { key: demo.apiKeys[scope] })).status
  return {
    first: { text, mode, demo: before, known, made, sent, found, written: first.written() },
    second: { demo: after, again, withOldToken, listed, loggedIn, written: second.written() },
    third: {
      demo: renewed,
      me: await whoIs(renewed, renewed.accessToken),
      oldKeys: await Promise.all(scopes.map((scope) => statusOf(after, scope))),
      newKeys: await Promise.all(scopes.map((scope) => statusOf(renewed, scope))),
    },
  }
}

describe('in a data folder', () => {
  let seen: Awaited<ReturnType<typeof observeThreeStarts>>
  beforeAll(async () => {
    seen = await observeThreeStarts()
  }, 4 * startLimitMs)

  test('the file is readable by its owner alone and has exactly the fields that test suites read', () => {
    const { text, mode, written } = seen.first
    const demo = JSON.parse(text)

    expect(mode).toBe(0o600)
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
      expect(written).not.toContain(secret)
    }
  })

  test('the demo user owns the demo service: by the token in the file, and by a login as the quickstart says', () => {
    const { demo, known } = seen.first
    const services = [{ id: demo.service.id, name: 'Demo', role: 'owner' }]

    expect(known.body.data).toEqual({ id: ulid, email: 'demo@demo.localhost', name: 'Demo', services })
    expect(seen.second.again.body).toEqual(known.body)
    expect(seen.second.loggedIn).toEqual(known)
    expect(seen.second.withOldToken.status).toBe(401)
  })

  test('a second start keeps data and keys and writes its own ports', () => {
    const { demo, listed, written } = seen.second
    const { baseUrl, smtp, accessToken } = demo

    expect(seen.first.made.status).toBe(201)
    expect(demo).toEqual({ ...seen.first.demo, baseUrl, smtp, accessToken })
    expect(accessToken).not.toBe(seen.first.demo.accessToken)
    expect(written).toContain(`Inlet is ready.  REST ${baseUrl}   Docs ${docsOf(demo)}   SMTP 127.0.0.1:${smtp.port}`)
    expect(listed.body.data).toContainEqual(expect.objectContaining({ fullAddress: 'kept@demo.localhost' }))
  })

  test('where the file is gone the next start makes new keys and a new password, and the old keys are refused', () => {
    const { demo, me, oldKeys, newKeys } = seen.third
    const { baseUrl, smtp, apiKeys, user, accessToken } = demo

    expect(demo).toEqual({ ...seen.second.demo, baseUrl, smtp, apiKeys, user, accessToken })
    expect(user?.password).not.toBe(seen.second.demo.user?.password)
    expect(me.body.data.services).toMatchObject([{ role: 'owner' }])
    expect(oldKeys).toEqual([401, 401, 401, 401])
    expect(newKeys).toEqual([200, 200, 200, 200])
  })

  test('the command of the quickstart sends a mail whose code is read out', () => {
    const { sent, found } = seen.first

    expect(sent.code).toBe(0)
    expect(sent.written).toContain('Sent to code@demo.localhost with the code 482913: 250 ')
    expect(found.body.data).toEqual([expect.objectContaining({ otpCode: '482913' })])
  })
})

test('what the first start prints runs as it stands in another terminal, with ports and a data folder of one’s own', async () => {
  await using folder = await dataFolder('it\'s "mine" for $5\\`x` ')
  await using program = await readyProgram(folder.path)
  await waitFor(() => program.written().includes('To end the server'))
  const printed = [...program.written().matchAll(/^ {3}(\S.*(?:(?<=\\)\n.*)*)/gm)].map(([, command = '']) => command)

  const outcomes = []
  for (const shell of printed) outcomes.push(await runScript([], { shell }))
  await end(program)

  const [password, created, sent, read, me] = outcomes.map(({ stdout }) => stdout)
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  expect(password).toMatch(/^[\w-]{20}\n$/)
  expect(created).toContain('"fullAddress":"code@demo.localhost"')
  expect(sent).toContain('Sent to code@demo.localhost with the code 482913: 250 ')
  expect(read).toContain('"otpCode":"482913"')
  expect(me).toContain('"email":"demo@demo.localhost"')
})

test('where people log in at another issuer there is no demo user', async () => {
  await using database = freshDatabase()
  await using folder = await dataFolder()
  const settings = { MONGODB_URI: database.uri, INLET_DEMO: 'true', OIDC_ISSUER: 'http://127.0.0.1:9/' }
  await using program = await readyProgram(folder.path, settings)

  const demo = await demoOf(folder.demoFile)

  expect(demo).toMatchObject({ user: null, accessToken: null })
  expect(program.written()).not.toContain('/me"')
  expect(program.written()).not.toContain('Log in to the dashboard')
})

test.each(['http', 'worker'])('the role %s has a demo too, with the SMTP server of the configuration', async (role) => {
  await using database = freshDatabase()
  await using folder = await dataFolder()
  const settings = { MONGODB_URI: database.uri, INLET_DEMO: 'true', SMTP_PORT: '2599', SMTP_HOST: '::1' }
  await using _program = await readyProgram(folder.path, { ...settings, INLET_ROLE: role })

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
  await waitFor(() => [first, second].every((program) => /Inlet is ready/.test(program.written())), startLimitMs)
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
  await using database = freshDatabase()
  await using folder = await dataFolder()
  const settings = { MONGODB_URI: database.uri, INLET_DEMO: 'true', HTTP_HOST: '::1', SMTP_HOST: '::1' }
  await using program = await readyProgram(folder.path, settings)
  const demo = await demoOf(folder.demoFile)

  expect(demo.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+\/v1$/)
  expect(program.written()).toContain(`REST ${demo.baseUrl}   Docs ${docsOf(demo)}   SMTP [::1]:${demo.smtp.port}`)
  expect((await call(demo, addresses(demo))).status).toBe(200)
})

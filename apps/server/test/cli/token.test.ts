import { hourMs } from '@inlet/contract'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli-process.ts'
import { startWorld, type World } from '../support/world.ts'

const PUBLIC_URL = 'https://inlet.example'

const cli = (world: World, args: string[], settings: Record<string, string> = {}) =>
  runCli(args, { MONGODB_URI: world.databaseUri, PUBLIC_URL, ...settings })

const who = ['--email', 'ada@people.example']

test('a token of the operator is that person at the API, is in the audit log without its value, and ends with another password', async () => {
  await using world = await startWorld({ settings: { PUBLIC_URL } })
  const role = ['--service', world.tenant.serviceId, '--role', 'viewer']
  await cli(world, ['user', 'create', ...who, ...role])
  const me = async (token: string) => (await world.call('/v1/me', { token })).body

  const shown = await cli(world, ['token', '--email', 'Ada@People.Example'])
  const token = shown.stdout.trim()
  const known = await me(token)
  const { json } = await cli(world, ['token', ...who, '--hours', '24', '--json'])
  const entries = await world.deps.db.collection('auditLog').find({ action: 'account.token_issued' }).toArray()
  await cli(world, ['user', 'set-password', ...who])
  world.clock.advance(2_000)

  expect(known.data).toMatchObject({ email: 'ada@people.example', services: [{ role: 'viewer' }] })
  expect(shown.stderr).toContain(`for the servers at ${PUBLIC_URL}`)
  expect(Date.parse(json.data.expiresAt) - Date.now()).toBeGreaterThan(23 * hourMs)
  expect(entries).toMatchObject([
    { target: { kind: 'account', name: 'ada@people.example' }, note: 'good for 3600 s' },
    { note: 'good for 86400 s' },
  ])
  expect(JSON.stringify(entries)).not.toContain(token)
  expect((await me(token)).error).toMatchObject({ code: 'UNAUTHORIZED' })
})

test('no token is given for an unknown person, for a disabled account, for longer than a day, or where people log in at another provider', async () => {
  await using world = await startWorld()
  await cli(world, ['user', 'create', ...who])
  await cli(world, ['user', 'disable', ...who])

  const closed = await cli(world, ['token', ...who, '--json'])
  const unknown = await cli(world, ['token', '--email', 'eve@people.example', '--json'])
  const long = await cli(world, ['token', ...who, '--hours', '25'])
  const elsewhere = await cli(world, ['token', ...who], { OIDC_ISSUER: 'https://login.example' })
  const nowhere = await cli(world, ['token', ...who], { PUBLIC_URL: '', HTTP_PORT: '0' })

  expect(closed).toMatchObject({ code: 1, json: { error: { details: [{ code: 'account_disabled' }] } } })
  expect(unknown).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } })
  expect(long).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--hours') })
  expect(elsewhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('OIDC_ISSUER') })
  expect(nowhere).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('set PUBLIC_URL') })
  expect(await world.deps.db.collection('auditLog').countDocuments({ action: 'account.token_issued' })).toBe(0)
  expect(await world.deps.db.collection('oidc').countDocuments()).toBe(0)
})

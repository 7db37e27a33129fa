import { accountIssuer, callerOfUser, findAccountByEmail } from '@inlet/core'
import { expect, test } from 'vitest'
import { runCli, runCliProcess } from '../support/cli-process.ts'
import { startWorld, type World } from '../support/world.ts'

const cli = (world: World, args: string[], more: { input?: string; settings?: Record<string, string> } = {}) => {
  const settings = { MONGODB_URI: world.databaseUri, ...more.settings }
  return more.input === undefined ? runCli(args, settings) : runCliProcess(args, { settings, input: more.input })
}

async function everythingStored({ deps }: World): Promise<string> {
  const collections = await deps.db.collections()
  return JSON.stringify(await Promise.all(collections.map((collection) => collection.find().toArray())))
}

test('an account gets a generated password that is shown once, and is a member at once', async () => {
  await using world = await startWorld()
  const { serviceId } = world.tenant

  const args = ['user', 'create', '--email', 'Ada@People.Example', '--service', serviceId, '--role', 'owner', '--json']
  const made = await cli(world, args)

  const { id, password, role } = made.json.data
  expect({ role, password }).toEqual({ role: 'owner', password: expect.stringMatching(/^[a-zA-Z2-9]{20}$/) })
  expect(await everythingStored(world)).not.toContain(password)
  expect(await findAccountByEmail(world.deps, 'ada@people.example')).toMatchObject({ _id: id, isEmailVerified: true })
  const identity = { iss: accountIssuer, sub: id, email: 'ada@people.example', name: null }
  const caller = await callerOfUser(world.deps)(
    { ...identity, isEmailVerified: true },
    { origin: { ip: null, requestId: 'r' } },
  )
  expect(caller.roles.get(serviceId)).toBe('owner')
})

test('a password from the input is used unchanged, and neither the output nor the arguments of the process repeat it', async () => {
  await using world = await startWorld()
  const password = 'correct horse battery'

  const args = ['user', 'create', '--email', 'ada@people.example', '--password-stdin']
  const made = await runCliProcess(args, {
    settings: { MONGODB_URI: world.databaseUri },
    input: `${password}\nmore\n`,
  })
  expect(made).toMatchObject({ code: 0, stdout: 'ada@people.example can log in.\n', stderr: '' })
  expect(made.commandLines).not.toContain(password)
  expect(await everythingStored(world)).not.toContain(password)
})

test('a short password, none, a second account, and a role without a service are refused, and nothing is stored', async () => {
  await using world = await startWorld()
  const { serviceId } = world.tenant
  const base = ['user', 'create', '--email', 'ada@people.example', '--json']

  const short = await cli(world, [...base, '--password-stdin'], { input: 'secret7\n' })
  const none = await cli(world, [...base, '--password-stdin'], { input: '' })
  const half = await cli(world, [...base, '--service', serviceId])
  const refused = await everythingStored(world)
  await cli(world, base)
  const second = await cli(world, base)

  expect(short).toMatchObject({ code: 1, json: { error: { details: [{ code: 'password_too_short' }] } } })
  expect(short.stderr).not.toContain('secret7')
  expect(none).toMatchObject({ code: 2, json: { error: { code: 'BAD_REQUEST' } } })
  expect(half).toMatchObject({ code: 2, json: { error: { message: '--service and --role belong together' } } })
  expect(refused).not.toContain('ada@')
  expect(second).toMatchObject({ code: 1, json: { error: { code: 'CONFLICT', details: [{ code: 'email_taken' }] } } })
})

test('a password as an argument is refused and not repeated in the output', async () => {
  for (const command of ['create', 'set-password']) {
    for (const given of [['--password', 'hunter22222'], ['--password=hunter22222']]) {
      const outcome = await runCli(['user', command, '--email', 'ada@people.example', ...given])

      expect(outcome).toMatchObject({ code: 2, stdout: '' })
      expect(outcome.stderr).toMatch(/^unknown option '--password'\n.*--password-stdin\n$/)
    }
  }
})

test('with OIDC_ISSUER people are invited, and no account is created', async () => {
  await using world = await startWorld()
  const settings = { OIDC_ISSUER: 'https://login.example' }
  const who = ['--email', 'ada@people.example']
  const role = ['--service', world.tenant.serviceId, '--role', 'viewer']

  const created = await cli(world, ['user', 'create', ...who], { settings })
  const invited = await cli(world, ['user', 'invite', ...who, ...role], { settings })
  const again = await cli(world, ['user', 'invite', ...who, ...role, '--json'], { settings })

  expect(created).toMatchObject({ code: 1, stderr: expect.stringContaining('user invite') })
  expect(invited).toMatchObject({ code: 0, stdout: expect.stringContaining('invited as viewer') })
  expect(again).toMatchObject({ code: 1, json: { error: { details: [{ code: 'member_exists' }] } } })
})

test('an invitation prints the page where it is accepted, to be handed on, and what a person without an account needs first', async () => {
  await using world = await startWorld()
  const to = (email: string) => ['user', 'invite', '--email', email, '--service', world.tenant.serviceId]
  const settings = { PUBLIC_URL: 'https://inlet.example/mail/' }
  await cli(world, ['user', 'create', '--email', 'bob@people.example'])

  const stranger = await cli(world, [...to('ada@people.example'), '--role', 'viewer'], { settings })
  const known = await cli(world, [...to('bob@people.example'), '--role', 'owner', '--json'], { settings })

  expect(stranger.stdout.split('\n')).toEqual([
    'ada@people.example is invited as viewer. No mail is sent. Send them this link: they log in with that address, and accept.',
    'https://inlet.example/mail/dashboard/services',
    'They have no account yet. To make one: npm run inlet -- user create --email ada@people.example',
    '',
  ])
  expect(known.json.data).toMatchObject({
    email: 'bob@people.example',
    link: 'https://inlet.example/mail/dashboard/services',
    hasLogin: true,
  })
})

test('beside MONGODB_URI an invitation prints no link where PUBLIC_URL does not say how users reach the servers, and names it', async () => {
  await using world = await startWorld()
  const to = (email: string) => ['user', 'invite', '--email', email, '--service', world.tenant.serviceId]
  const settings = { HTTP_PORT: '8099' }

  const plain = await cli(world, [...to('ada@people.example'), '--role', 'viewer'], { settings })
  const json = await cli(world, [...to('eve@people.example'), '--role', 'viewer', '--json'], { settings })

  expect(plain).toMatchObject({ code: 0, stdout: expect.stringContaining('set PUBLIC_URL') })
  expect(plain.stdout).not.toContain('http')
  expect(json.json.data).toMatchObject({ link: null, hasLogin: false })
})

test('for a service that does not exist no account is created, so that the same address can get one later', async () => {
  await using world = await startWorld()
  const who = ['user', 'create', '--email', 'ada@people.example', '--role', 'owner', '--json', '--service']

  const refused = await cli(world, [...who, '01JD3Q7Z5V8XK2M4N6P8R0T2W4'])
  const made = await cli(world, [...who, world.tenant.serviceId])

  expect(refused).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND', message: 'No such service' } } })
  expect(made).toMatchObject({ code: 0, json: { data: { role: 'owner', password: expect.stringMatching(/.{20}/) } } })
})

test('an invited person gets an account and keeps the role', async () => {
  await using world = await startWorld()
  const role = (name: string) => ['--service', world.tenant.serviceId, '--role', name]
  await cli(world, ['user', 'invite', '--email', 'ada@people.example', ...role('viewer')])

  const made = await cli(world, ['user', 'create', '--email', 'ada@people.example', ...role('owner')])

  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('keeps the role viewer') })
  expect(made.stdout).toMatch(/now and never again: \S{20}\n$/)
})

test('a password is set, an account disabled and enabled, each with an audit entry; an unknown account is not found', async () => {
  await using world = await startWorld()
  const who = ['--email', 'ada@people.example', '--json']
  const made = await cli(world, ['user', 'create', ...who])
  const before = await findAccountByEmail(world.deps, 'ada@people.example')

  const set = await cli(world, ['user', 'set-password', ...who, '--password-stdin'], { input: 'correct horse\n' })
  const remade = await cli(world, ['user', 'set-password', ...who])
  const changed = await findAccountByEmail(world.deps, 'ada@people.example')
  const closed = await cli(world, ['user', 'disable', ...who])
  const disabledAt = (await findAccountByEmail(world.deps, 'ada@people.example'))?.disabledAt
  const opened = await cli(world, ['user', 'enable', ...who])
  const stranger = await cli(world, ['user', 'disable', '--email', 'eve@people.example', '--json'])

  const { id } = made.json.data
  expect(set.json).toEqual({ data: { id, email: 'ada@people.example', name: null } })
  expect(remade.json.data.password).toMatch(/^[a-zA-Z2-9]{20}$/)
  expect(changed?.passwordHash).not.toBe(before?.passwordHash)
  expect(disabledAt).toBeInstanceOf(Date)
  expect([closed, opened].map(({ json }) => json.data.state)).toEqual(['disabled', 'active'])
  expect((await findAccountByEmail(world.deps, 'ada@people.example'))?.disabledAt).toBeNull()
  expect(stranger).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } })
  const entries = await world.deps.db.collection('auditLog').find({ 'target.kind': 'account' }).toArray()
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'account.created',
    'account.disabled',
    'account.enabled',
    'account.password_set',
    'account.password_set',
  ])
})

test('members are listed, changed and removed by their own id, each with an audit entry', async () => {
  await using world = await startWorld()
  const service = ['--service', world.tenant.serviceId]
  await cli(world, ['user', 'invite', '--email', 'ada@people.example', ...service, '--role', 'viewer'])

  const listed = await cli(world, ['member', 'list', ...service, '--json'])
  const { id } = listed.json.data.find(({ email }: { email: string }) => email === 'ada@people.example')
  const changed = await cli(world, ['member', 'change', ...service, '--id', id, '--role', 'admin'])
  const shown = await cli(world, ['member', 'list', ...service])
  const removed = await cli(world, ['member', 'remove', ...service, '--id', id, '--yes', '--json'])
  const again = await cli(world, ['member', 'remove', ...service, '--id', id, '--yes', '--json'])

  expect(changed).toMatchObject({ code: 0, stdout: 'ada@people.example has the role admin now.\n' })
  expect(shown.stdout).toMatch(/ada@people\.example +– +admin +invited/)
  expect(removed.json).toEqual({ data: { id, state: 'removed' } })
  expect(again).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } })
  const entries = await world.deps.db.collection('auditLog').find({ 'target.id': id }).toArray()
  expect(entries.map(({ action }) => action).sort()).toEqual(['member.changed', 'member.invited', 'member.removed'])
})

test('with OIDC_ISSUER no password is set, no account disabled and no signing key rotated', async () => {
  await using world = await startWorld()
  const settings = { OIDC_ISSUER: 'https://login.example' }
  const before = await everythingStored(world)

  for (const args of [
    ['user', 'set-password', '--email', 'ada@people.example'],
    ['user', 'disable', '--email', 'ada@people.example'],
    ['user', 'enable', '--email', 'ada@people.example'],
    ['signing-key', 'rotate', '--compromised'],
  ]) {
    const refused = await cli(world, [...args, '--json'], { settings })
    expect(refused).toMatchObject({ code: 1, stdout: '', json: { error: { code: 'BAD_REQUEST' } } })
    expect(refused.json.error.message).toContain('OIDC_ISSUER')
  }

  expect(await everythingStored(world)).toBe(before)
})

test('signing keys are rotated by command', async () => {
  await using world = await startWorld()

  const [one, two] = [
    await cli(world, ['signing-key', 'rotate', '--json']),
    await cli(world, ['signing-key', 'rotate', '--compromised', '--yes', '--json']),
  ]

  expect(one.json.data.kid).not.toBe(two.json.data.kid)
  expect([one.code, two.code]).toEqual([0, 0])
})

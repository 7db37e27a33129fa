import { expect, test } from 'vitest'
import { runCli, runCliProcess } from '../support/cli-process.ts'
import { fileServer } from '../support/shared-server.ts'
import { plainMail, startWorld, type World } from '../support/world.ts'

const newWorld = fileServer()
const cli = (world: World, ...args: string[]) => runCli(args, { MONGODB_URI: world.databaseUri })

async function inboxWithMail(world: World, localPart: string) {
  const address = await world.address(localPart)
  await world.send(plainMail(), address.fullAddress)
  const listed = await world.call(`/v1/inboxes/${address.fullAddress}/messages`)
  return { address, messageId: String(listed.body.data[0].id) }
}

test('name and retention of a service are changed, and a call without a change or for an absent service is refused', async () => {
  const world = await newWorld()
  const id = world.tenant.serviceId

  const changed = await cli(
    world,
    'service',
    'change',
    '--id',
    id,
    '--name',
    'Acme 2',
    '--retention-days',
    '1',
    '--json',
  )
  const altered = await cli(world, 'service', 'change', '--id', id, '--retention-days', '14')
  const nothing = await cli(world, 'service', 'change', '--id', id)
  const tooLong = await cli(world, 'service', 'change', '--id', id, '--retention-days', '31')
  const absent = await cli(world, 'service', 'change', '--id', '01JD3Q7Z5V8XK2M4N6P8R0T2W4', '--name', 'X', '--json')

  expect(changed).toMatchObject({ code: 0, json: { data: { id, name: 'Acme 2', retentionDays: 1 } } })
  expect(altered.stdout).toContain('kept for 14 days')
  expect(nothing).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('--retention-days or another option'),
  })
  expect(tooLong).toMatchObject({ code: 2, stderr: expect.stringContaining('--retention-days') })
  expect(absent).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } })
})

test('the looks of the web inbox and the access lock are changed; the password is read from the input and printed nowhere', async () => {
  const world = await newWorld()
  const id = world.tenant.serviceId
  const change = (...rest: string[]) => cli(world, 'service', 'change', '--id', id, ...rest)
  const settings = { MONGODB_URI: world.databaseUri }

  const withoutPassword = await change('--lock', 'on', '--json')
  const advised = await change('--lock', 'on')
  const locked = await runCliProcess(['service', 'change', '--id', id, '--lock-password-stdin', '--json'], {
    settings,
    input: 'open sesame\n',
  })
  const off = await change('--lock', 'off', '--json')
  const on = await change('--lock', 'on', '--json')
  const looks = await change('--accent-color', '#0a7f5a', '--theme', 'dark', '--locale', 'ar', '--json')
  const wrong = await change('--accent-color', 'red', '--theme', 'blue', '--lock', 'maybe')
  const wrongBranding = await change('--accent-color', 'red', '--theme', 'blue')

  expect(withoutPassword).toMatchObject({
    code: 1,
    json: { error: { code: 'UNPROCESSABLE_CONTENT', details: [{ code: 'password_required' }] } },
  })
  expect(advised).toMatchObject({ code: 1, stderr: expect.stringContaining('\nGive one with --lock-password-stdin') })
  expect(locked).toMatchObject({ code: 0, json: { data: { accessLock: { enabled: true } } } })
  expect(locked.commandLines).not.toContain('open sesame')
  expect(off.json.data.accessLock).toEqual({ enabled: false })
  expect(on.json.data.accessLock).toEqual({ enabled: true })
  expect(looks.json.data).toMatchObject({ accentColor: '#0a7f5a', theme: 'dark', locale: 'ar', logoUrl: null })
  expect(wrong).toMatchObject({ code: 2, stderr: '--lock: expected on or off\n' })
  expect(wrongBranding).toMatchObject({ code: 2, stderr: expect.stringMatching(/--accent-color: .*\n--theme: /) })
  expect(locked.stdout + locked.stderr).not.toContain('sesame')
  const log = (await cli(world, 'audit', 'list', '--service', id, '--json')).stdout
  expect(log).toContain('another password of the accessLock')
  expect(log).not.toContain('sesame')
})

test('public inboxes are switched on and off, and any word but on and off is refused', async () => {
  const world = await newWorld()
  const { id: domainId } = world.tenant.domain
  const change = (...rest: string[]) => cli(world, 'domain', 'change', '--id', domainId, '--public-inbox', ...rest)

  const on = await change('on', '--json')
  const again = await change('on')
  const off = await change('off')
  const neither = await change('yes')

  expect(on).toMatchObject({ code: 0, json: { data: { id: domainId, publicInbox: true } } })
  expect(again.stdout).toContain(`Visitors use them at the host ${world.tenant.domain.hostname}.`)
  expect(off).toMatchObject({ code: 0, stdout: expect.stringContaining('refused with 550 5.1.1') })
  expect(neither).toMatchObject({ code: 2, stderr: '--public-inbox: expected on or off\n' })
})

test('a domain is removed only with its name as confirmation; without, the command says what would be deleted, and deletes nothing', async () => {
  const world = await newWorld()
  const { id: domainId, hostname } = world.tenant.domain
  const { address } = await inboxWithMail(world, 'code')
  const remove = (...rest: string[]) => cli(world, 'domain', 'remove', '--id', domainId, ...rest)
  const inbox = async () => (await world.call(`/v1/inboxes/${address.fullAddress}/messages`)).status

  const unasked = await remove()
  const other = await remove('--confirm', 'other.example', '--json')
  const before = await inbox()
  const removed = await remove('--confirm', hostname, '--json')
  world.elapse(1_000)
  const again = await remove('--confirm', hostname, '--json')

  expect(unasked).toMatchObject({ code: 1, stdout: '' })
  expect(unasked.stderr).toBe(
    `This removes ${hostname} with 1 address and its mail, at once and for good. Its mail is refused from then on. To do it, add: --confirm ${hostname}\n`,
  )
  expect(other).toMatchObject({ code: 1, json: { error: { details: [{ code: 'confirmation_mismatch' }] } } })
  expect(removed).toMatchObject({ code: 0, json: { data: { id: domainId, hostname, addressCount: 1 } } })
  expect([before, await inbox()]).toEqual([200, 403])
  expect(again).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND' } } })
})

test('what deletes, revokes or removes one thing, or ends keys at once, wants --yes where no terminal can ask, says what would be lost, and changes nothing', async () => {
  const world = await newWorld()
  const { address, messageId } = await inboxWithMail(world, 'code')
  const key = await cli(
    world,
    ...['key', 'create', '--service', world.tenant.serviceId, '--name', 'ci', '--scope', 'read', '--json'],
  )
  const member = ['--service', world.tenant.serviceId, '--id', '01JD3Q7Z5V8XK2M4N6P8R0T2W4']
  const signingKeys = () => world.deps.db.collection('signingKeys').find().toArray()
  const signingKeysBefore = await signingKeys()
  const refusals = [
    [['address', 'delete', '--address', address.fullAddress], `deletes the address ${address.fullAddress}`],
    [['address', 'delete', '--id', address.id], `deletes the address ${address.id} with all its messages`],
    [['message', 'delete', '--id', messageId], `deletes the message ${messageId}`],
    [['key', 'revoke', '--id', key.json.data.id], `revokes the key ${key.json.data.id}`],
    [['member', 'remove', ...member], 'takes all rights in the service from the member 01JD3Q7Z5V8XK2M4N6P8R0T2W4'],
    [['key', 'rotate', '--id', key.json.data.id, '--grace-seconds', '0'], `ends the key ${key.json.data.id} at once`],
    [['signing-key', 'rotate', '--compromised'], 'refuses all tokens that the old keys signed'],
  ] as const

  for (const [args, loss] of refusals) {
    const plain = await cli(world, ...args)
    const json = await cli(world, ...args, '--json')

    expect(plain).toMatchObject({ code: 1, stdout: '' })
    expect(plain.stderr).toMatch(/^This .* To do it, add: --yes\n$/)
    expect(plain.stderr).toContain(loss)
    expect(json).toMatchObject({ code: 1, stdout: '', json: { error: { code: 'BAD_REQUEST' } } })
  }
  expect((await world.call(`/v1/messages/${messageId}`)).status).toBe(200)
  expect((await world.addresses('', { key: key.json.data.value })).status).toBe(200)
  expect(await signingKeys()).toEqual(signingKeysBefore)
})

test('addresses and messages are deleted by name or id, once', async () => {
  const world = await newWorld()
  const [one, two] = [await inboxWithMail(world, 'one'), await inboxWithMail(world, 'two')]
  const statusOf = async (path: string) => (await world.call(path)).status

  const message = await cli(world, 'message', 'delete', '--id', one.messageId, '--yes', '--json')
  const gone = await statusOf(`/v1/messages/${one.messageId}`)
  const byName = await cli(world, 'address', 'delete', '--address', one.address.fullAddress.toUpperCase(), '--yes')
  const again = await cli(world, 'address', 'delete', '--address', one.address.fullAddress, '--yes', '--json')
  const byId = await cli(world, 'address', 'delete', '--id', two.address.id, '--yes', '--json')
  const unnamed = await cli(world, 'address', 'delete')
  const detailed = await cli(world, 'address', 'delete', '--address', 'two+shop@mail.example')

  expect(message).toMatchObject({ code: 0, json: { data: { id: one.messageId, state: 'deleted' } } })
  expect(gone).toBe(404)
  expect(byName).toMatchObject({
    code: 0,
    stdout: `Address ${one.address.fullAddress} is deleted, with all its messages.\n`,
  })
  expect(again).toMatchObject({ code: 1, json: { error: { code: 'NOT_FOUND', message: 'No such address' } } })
  expect(byId).toMatchObject({ code: 0, json: { data: { id: two.address.id } } })
  expect(await statusOf(`/v1/inboxes/${two.address.fullAddress}/messages`)).toBe(404)
  expect([unnamed.code, detailed.code]).toEqual([2, 2])
  expect(
    await world.deps.db
      .collection('auditLog')
      .countDocuments({ serviceId: world.tenant.serviceId, action: 'address.deleted' }),
  ).toBe(2)
})

test('revoking a key again says that it is revoked already', async () => {
  const world = await newWorld()
  const named = ['--service', world.tenant.serviceId, '--name', 'ci', '--scope', 'read']
  const { json } = await cli(world, 'key', 'create', ...named, '--json')
  await cli(world, 'key', 'revoke', '--id', json.data.id, '--yes')

  const again = await cli(world, 'key', 'revoke', '--id', json.data.id, '--yes')

  expect(again).toMatchObject({ code: 1, stdout: '', stderr: 'This key is already revoked\n' })
})

test('accounts are listed page by page; with OIDC_ISSUER the list has the users who have called the API', async () => {
  await using world = await startWorld()
  for (const name of ['ada', 'bob']) await cli(world, 'user', 'create', '--email', `${name}@people.example`)
  await cli(world, 'user', 'disable', '--email', 'bob@people.example')

  const first = await cli(world, 'user', 'list', '--limit', '1', '--json')
  const second = await cli(world, 'user', 'list', '--cursor', first.json.meta.cursor)
  const elsewhere = await runCli(['user', 'list', '--json'], {
    MONGODB_URI: world.databaseUri,
    OIDC_ISSUER: 'https://login.example',
  })

  expect(first.json.data).toMatchObject([{ email: 'bob@people.example', state: 'disabled' }])
  expect(second.stdout).toMatch(/^ID +EMAIL +NAME +STATE +CREATED \(UTC\)\n\S+ +ada@people\.example +– +active +/)
  expect(JSON.stringify([first, second])).not.toContain('scrypt')
  expect(elsewhere.json.data).toEqual([])
})

test('the audit log is listed for all services or one, filtered by person, action and time', async () => {
  await using world = await startWorld()
  const { serviceId, domain } = world.tenant
  await cli(world, 'user', 'create', '--email', 'ada@people.example')
  await cli(world, 'domain', 'change', '--id', domain.id, '--public-inbox', 'on')

  const whole = await cli(world, 'audit', 'list')
  const actions = async (...filters: string[]) => {
    const { json } = await cli(world, 'audit', 'list', '--json', ...filters)
    return json.data.map(({ action }: { action: string }) => action)
  }
  const today = new Date().toISOString().slice(0, 10)
  const badTime = await cli(world, 'audit', 'list', '--from', 'yesterday')
  const badAction = await cli(world, 'audit', 'list', '--action', 'domain.opened')

  expect(whole.stdout).toMatch(/^AT \(UTC\) +WHO +ACTION +TARGET +NOTE +SERVICE\n/)
  expect(whole.stdout).toMatch(new RegExp(`domain\\.changed +domain ${domain.hostname} +publicInbox on +${serviceId}`))
  expect(await actions()).toEqual(['domain.changed', 'account.created'])
  expect(await actions('--service', serviceId)).toEqual(['domain.changed'])
  expect(await actions('--action', 'account.created', '--from', today)).toEqual(['account.created'])
  expect(await actions('--to', today)).toEqual([])
  expect(await actions('--actor', 'nobody@people.example')).toEqual([])
  expect(badTime).toMatchObject({ code: 2, stderr: expect.stringContaining('--from: expected a time') })
  expect(badAction).toMatchObject({ code: 2, stderr: expect.stringContaining('domain.removed') })
})

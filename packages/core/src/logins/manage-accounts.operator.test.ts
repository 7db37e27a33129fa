import { expect, test } from 'vitest'
import { identityOf, logIn, logInAndAccept, startCoreWorld } from '../../test/core-world.ts'
import { inviteMember } from '../people/invite-member.ts'
import { listMembers } from '../people/memberships.ts'
import { accountIssuer } from './account-issuer.ts'
import { findAccountByEmail } from './find-accounts.ts'
import { changeAccount, createAccount } from './manage-accounts.ts'

const email = 'ada@people.example'
const input = { email, passwordHash: 'scrypt$…', isEmailVerified: true }
const absentService = '01JD3Q7Z5V8XK2M4N6P8R0T2W4'

test('an account whose service does not exist is not stored, so that it can be created again', async () => {
  await using world = await startCoreWorld()
  const membership = { serviceId: absentService, role: 'owner' } as const

  const refused = createAccount(world.deps, world.operator, { ...input, membership })

  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'No such service' })
  expect(await findAccountByEmail(world.deps, email)).toBeNull()
  expect(await world.deps.db.collection('auditLog').countDocuments()).toBe(0)
  const again = await createAccount(world.deps, world.operator, { ...input, membership: null })
  expect(again).toMatchObject({ account: { email }, membership: null })
})

test('an account is a member at once; the address of an invited person or member keeps its role', async () => {
  await using world = await startCoreWorld()
  const { deps, operator, serviceId } = world
  const membership = { serviceId, role: 'owner' } as const
  await inviteMember(deps, operator, { id: serviceId, email, role: 'viewer' })
  await inviteMember(deps, operator, { id: serviceId, email: 'bob@people.example', role: 'admin' })
  await logInAndAccept(deps, identityOf('bob'))

  const ada = await createAccount(deps, operator, { ...input, membership })
  const bob = await createAccount(deps, operator, { ...input, email: 'bob@people.example', membership })
  const eve = await createAccount(deps, operator, { ...input, email: 'eve@people.example', membership })

  expect([ada, bob, eve].map((made) => made.membership)).toEqual([
    { role: 'viewer', isNew: false },
    { role: 'admin', isNew: false },
    { role: 'owner', isNew: true },
  ])
  const { data } = await listMembers(deps, operator, { id: serviceId, limit: 50 })
  expect(data.map(({ role }) => role).sort()).toEqual(['admin', 'owner', 'viewer'])
  expect(data.filter(({ userId }) => userId === null)).toEqual([])
  const eves = identityOf('eve', { iss: accountIssuer, sub: eve.account._id })
  expect((await logIn(deps, eves)).roles.get(serviceId)).toBe('owner')
})

test('every change of an account by the operator has an audit entry, and a change that fails has none', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  const { account } = await createAccount(deps, operator, { ...input, membership: null })
  world.clock.advance(60_000)

  await changeAccount(deps, operator, { email: 'Ada@People.Example', kind: 'password', passwordHash: 'scrypt$new' })
  const withPassword = await findAccountByEmail(deps, email)
  await changeAccount(deps, operator, { email, kind: 'disable' })
  const closed = await findAccountByEmail(deps, email)
  await changeAccount(deps, operator, { email, kind: 'enable' })
  const nobody = changeAccount(deps, operator, { email: 'eve@people.example', kind: 'disable' })

  await expect(nobody).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(withPassword?.passwordHash).toBe('scrypt$new')
  expect(Number(withPassword?.tokensValidFrom)).toBeGreaterThanOrEqual(Number(account.tokensValidFrom) + 60_000)
  expect(closed?.disabledAt).toBeInstanceOf(Date)
  expect((await findAccountByEmail(deps, email))?.disabledAt).toBeNull()
  const entries = await deps.db.collection('auditLog').find().sort({ _id: 1 }).toArray()
  expect(entries.map(({ action }) => action).sort()).toEqual([
    'account.created',
    'account.disabled',
    'account.enabled',
    'account.password_set',
  ])
  for (const entry of entries) expect(entry).toMatchObject({ target: { kind: 'account', name: email } })
  expect(JSON.stringify(entries)).not.toContain('scrypt')
})

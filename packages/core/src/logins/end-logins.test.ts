import { expect, test } from 'vitest'
import { identityOf, logIn, startCoreWorld } from '../../test/core-world.ts'
import { accountIssuer } from './account-issuer.ts'
import { endLogins } from './end-logins.ts'
import { findAccount } from './find-accounts.ts'
import { insertAccount, setPassword } from './manage-accounts.ts'
import { findOidcGrant, findOidcRecord, putOidcRecord, putTokenGrant } from './oidc-records.ts'

const session = (id: string, accountId: string) => ({
  kind: 'Session',
  id,
  payload: '{"loginTs":1}',
  accountId,
  lifetimeSeconds: 60,
})

test('the logins of the caller end, those of others and tokens without a login do not', async () => {
  await using world = await startCoreWorld()
  const { deps, clock } = world
  const made = { email: 'ada@people.example', passwordHash: 'scrypt$…', isEmailVerified: true }
  const { _id } = await insertAccount(deps, made)
  const ada = await logIn(deps, identityOf('ada', { iss: accountIssuer, sub: _id }))
  await putOidcRecord(deps, session('hers', _id))
  await putOidcRecord(deps, session('of another', 'eve'))
  await putTokenGrant(deps, { id: 'machine', accountId: _id, tokenSeconds: 60 })
  const second = Math.floor(clock.now().getTime() / 1000)

  await endLogins(deps, ada)

  expect(await findOidcRecord(deps, { kind: 'Session', id: 'hers' })).toBeNull()
  expect(await findOidcRecord(deps, { kind: 'Session', id: 'of another' })).not.toBeNull()
  expect(await findOidcGrant(deps, 'machine')).toMatchObject({ accountId: _id })
  const ended = (await findAccount(deps, _id))?.loginsValidFrom?.getTime() ?? 0
  expect(ended / 1000).toBeGreaterThan(second)

  await setPassword(deps, _id, 'scrypt$new')
  const changed = await findAccount(deps, _id)
  expect(changed?.tokensValidFrom.getTime(), 'a login of the second in between is older').toBeGreaterThan(ended)
})

test('a person of another provider has no logins here that could be ended', async () => {
  await using world = await startCoreWorld()
  const ada = await logIn(world.deps, identityOf('ada'))

  await expect(endLogins(world.deps, ada)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await world.deps.db.collection('auditLog').countDocuments()).toBe(0)
})

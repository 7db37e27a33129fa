import { expect, test } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { findAccount, findAccountByEmail } from './find-accounts.ts'
import { insertAccount, setAccountDisabled, setPassword } from './manage-accounts.ts'
import { findOidcRecord, putOidcRecord } from './oidc-records.ts'

const newAccount = (email: string) => ({ email, passwordHash: 'scrypt$…', isEmailVerified: true })

test('an account is found by every spelling of its address', async () => {
  await using world = await startCoreWorld()

  const made = await insertAccount(world.deps, { ...newAccount(' Ada@Example.COM '), name: 'Ada' })

  expect(made).toMatchObject({ email: 'ada@example.com', name: 'Ada', disabledAt: null })
  for (const email of ['ada@example.com', 'ADA@EXAMPLE.com', ' ada@example.com']) {
    expect(await findAccountByEmail(world.deps, email)).toEqual(made)
  }
  expect(await findAccount(world.deps, made._id)).toEqual(made)
  expect(await findAccountByEmail(world.deps, 'no address')).toBeNull()
})

test('of simultaneous insertions of one address one succeeds', async () => {
  await using world = await startCoreWorld()

  const outcomes = await Promise.allSettled(
    ['ada@example.com', 'Ada@example.com', 'ADA@EXAMPLE.COM'].map((email) =>
      insertAccount(world.deps, newAccount(email)),
    ),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toMatchObject({ code: 'CONFLICT', facts: { details: [{ code: 'email_taken' }] } })
    }
  }
})

test('a text that is not an e-mail address is refused', async () => {
  await using world = await startCoreWorld()

  await expect(insertAccount(world.deps, newAccount('ada'))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a new password and a disabled account end every login of that account, and of no other', async () => {
  await using world = await startCoreWorld()
  const [ada, eve] = [
    await insertAccount(world.deps, newAccount('ada@example.com')),
    await insertAccount(world.deps, newAccount('eve@example.com')),
  ]
  const login = (id: string, accountId: string) => ({
    kind: 'Session',
    id,
    payload: '{}',
    accountId,
    lifetimeSeconds: 60,
  })
  await putOidcRecord(world.deps, login('a', ada._id))
  await putOidcRecord(world.deps, login('e', eve._id))
  world.clock.advance(60_000)

  await setPassword(world.deps, ada._id, 'scrypt$new')
  expect(await findOidcRecord(world.deps, { kind: 'Session', id: 'a' })).toBeNull()
  expect(await findOidcRecord(world.deps, { kind: 'Session', id: 'e' })).not.toBeNull()
  const changed = await findAccount(world.deps, ada._id)
  expect(changed?.passwordHash).toBe('scrypt$new')
  expect(changed?.tokensValidFrom.getTime()).toBeGreaterThanOrEqual(ada.tokensValidFrom.getTime() + 60_000)

  await setAccountDisabled(world.deps, eve._id, true)
  expect(await findOidcRecord(world.deps, { kind: 'Session', id: 'e' })).toBeNull()
  expect((await findAccount(world.deps, eve._id))?.disabledAt).toBeInstanceOf(Date)
  await setAccountDisabled(world.deps, eve._id, false)
  expect((await findAccount(world.deps, eve._id))?.disabledAt).toBeNull()
  await expect(setPassword(world.deps, 'nobody', 'scrypt$new')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

import { freshDatabase, testClock } from '@inlet/testkit'
import { ulid } from 'ulid'
import { expect, test } from 'vitest'
import { connectDatabase } from '../database/connect.ts'
import { ensureCollections } from '../database/ensure-collections.ts'
import { findOidcRecord, putOidcRecord } from '../oidc-records/oidc-records.ts'
import { searchQueue } from '../paging/search-turns.ts'
import { setAccountDisabled, setPassword } from './change-account.ts'
import { insertAccount } from './create-account.ts'
import { findAccount, findAccountByEmail } from './find-account.ts'

async function open() {
  const database = freshDatabase()
  const db = await connectDatabase(database.uri)
  await ensureCollections(db)
  const clock = testClock()
  const deps = { db, clock, newId: () => ulid(), newMessageId: () => ulid(), searchQueue: searchQueue() }
  return {
    deps,
    clock,
    async [Symbol.asyncDispose]() {
      await db.client.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

const wish = (email: string) => ({ email, passwordHash: 'scrypt$…', isEmailVerified: true })

test('an account is found by every spelling of its address', async () => {
  await using world = await open()

  const made = await insertAccount(world.deps, { ...wish(' Ada@Example.COM '), name: 'Ada' })

  expect(made).toMatchObject({ email: 'ada@example.com', name: 'Ada', disabledAt: null })
  for (const email of ['ada@example.com', 'ADA@EXAMPLE.com', ' ada@example.com']) {
    expect(await findAccountByEmail(world.deps, email)).toEqual(made)
  }
  expect(await findAccount(world.deps, made._id)).toEqual(made)
  expect(await findAccountByEmail(world.deps, 'no address')).toBeNull()
})

test('of several who make an account for one address at once, one succeeds', async () => {
  await using world = await open()

  const outcomes = await Promise.allSettled(
    ['ada@example.com', 'Ada@example.com', 'ADA@EXAMPLE.COM'].map((email) => insertAccount(world.deps, wish(email))),
  )

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toMatchObject({ code: 'CONFLICT', facts: { details: [{ code: 'email_taken' }] } })
    }
  }
})

test('what is no address is refused', async () => {
  await using world = await open()

  await expect(insertAccount(world.deps, wish('ada'))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a new password and a closed account end every login, and those of nobody else', async () => {
  await using world = await open()
  const [ada, eve] = [
    await insertAccount(world.deps, wish('ada@example.com')),
    await insertAccount(world.deps, wish('eve@example.com')),
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

import { Collection } from 'mongodb'
import { expect, test, vi } from 'vitest'
import { startCoreWorld } from '../../test/core-world.ts'
import { findAccountByEmail } from './find-accounts.ts'
import { grantToken } from './grant-token.ts'
import { changeAccount, createAccount } from './manage-accounts.ts'

const email = 'ada@people.example'

/** Resolves when the database has refused the next `updateOne` of this process, which conflicts with a transaction. */
function nextRefusedUpdate(): Promise<void> {
  const { updateOne } = Collection.prototype
  return new Promise((resolve) => {
    vi.spyOn(Collection.prototype, 'updateOne').mockImplementationOnce(async function (this: Collection, ...args) {
      try {
        return await updateOne.apply(this, args)
      } catch (error) {
        resolve()
        throw error
      }
    })
  })
}

test('an account that is disabled while a token is granted for it keeps no grant', async () => {
  await using world = await startCoreWorld()
  const { deps, operator } = world
  await createAccount(deps, operator, { email, passwordHash: 'scrypt$…', isEmailVerified: true, membership: null })
  let disabling: Promise<unknown> = Promise.resolve()
  const { replaceOne } = Collection.prototype
  vi.spyOn(Collection.prototype, 'replaceOne').mockImplementationOnce(async function (this: Collection, ...args) {
    const refused = nextRefusedUpdate()
    disabling = changeAccount(deps, operator, { email, kind: 'disable' })
    await Promise.race([disabling, refused])
    return await replaceOne.apply(this, args)
  })

  await grantToken(deps, operator, { email, grantId: 'g', lifetimeSeconds: 60 })
  await disabling

  expect((await findAccountByEmail(deps, email))?.disabledAt).toBeInstanceOf(Date)
  expect(await deps.db.collection('oidc').countDocuments()).toBe(0)
})

import { accountIssuer } from '../src/logins/account-issuer.ts'
import { endLogins } from '../src/logins/end-logins.ts'
import { insertAccount } from '../src/logins/manage-accounts.ts'
import { type CoreWorld, identityOf, logIn } from './core-world.ts'

/** Prepares a person with an account. @returns how they end their logins */
export async function endingLogins({ deps }: CoreWorld): Promise<() => Promise<void>> {
  const account = { email: 'ada@people.example', passwordHash: 'scrypt$…', isEmailVerified: true }
  const { _id: sub } = await insertAccount(deps, account)
  const ada = await logIn(deps, identityOf('ada', { iss: accountIssuer, sub }))
  return () => endLogins(deps, ada)
}

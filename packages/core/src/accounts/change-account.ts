import { AppError } from '@inlet/contract'
import type { Deps } from '../deps.ts'
import { removeOidcRecordsOfAccount } from '../oidc-records/oidc-records.ts'
import { type AccountDoc, accountModel } from './account-model.ts'

/** Sets another password; logins and tokens from before end within a second. @throws NOT_FOUND */
export async function setPassword(deps: Deps, id: string, passwordHash: string): Promise<void> {
  await change(deps, id, { passwordHash, tokensValidFrom: deps.clock.now() })
}

/** Closes an account, or opens it again; the logins and tokens of a closed one end within a second. @throws NOT_FOUND */
export async function setAccountDisabled(deps: Deps, id: string, isDisabled: boolean): Promise<void> {
  const now = deps.clock.now()
  await change(deps, id, isDisabled ? { disabledAt: now, tokensValidFrom: now } : { disabledAt: null })
}

async function change(deps: Deps, id: string, fields: Partial<AccountDoc>): Promise<void> {
  const { matchedCount } = await accountModel.in(deps.db).updateOne({ _id: id }, { $set: fields })
  if (matchedCount === 0) throw new AppError('NOT_FOUND', 'No such account')
  // After the change: what is issued meanwhile is already too old.
  if (fields.tokensValidFrom) await removeOidcRecordsOfAccount(deps, id)
}

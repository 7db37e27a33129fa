import { foldEmail } from '@inlet/contract'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { type AccountDoc, accountModel } from './account-model.ts'

/** The account of an e-mail address in any spelling, a disabled one too, or null. */
export async function findAccountByEmail(deps: Deps, email: string): Promise<AccountDoc | null> {
  const folded = foldEmail(email.trim())
  if (folded === null) return null
  return accountModel.in(deps.db).findOne({ email: folded }, { maxTimeMS: readBudgetMs })
}

/** The account with this id, a disabled one too, or null. */
export function findAccount(deps: Deps, id: string): Promise<AccountDoc | null> {
  return accountModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

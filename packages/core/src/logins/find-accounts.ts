import { foldEmail, type Page } from '@inlet/contract'
import type { OperatorCaller } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { idIndex, listNewestFirst } from '../paging/list-newest-first.ts'
import type { PeopleQuery, PersonListItem } from '../people/find-users.ts'
import { type AccountDoc, accountModel } from './account-model.ts'

/** The account of an e-mail address in any spelling, disabled or not, or null. */
export async function findAccountByEmail(deps: Deps, email: string): Promise<AccountDoc | null> {
  const folded = foldEmail(email.trim())
  if (folded === null) return null
  return accountModel.in(deps.db).findOne({ email: folded }, { maxTimeMS: readBudgetMs })
}

/** The account with this id, disabled or not, or null. */
export function findAccount(deps: Deps, id: string): Promise<AccountDoc | null> {
  return accountModel.in(deps.db).findOne({ _id: id }, { maxTimeMS: readBudgetMs })
}

/** Lists the accounts of the embedded provider for the operator, newest first. @throws BAD_REQUEST `invalid_cursor` */
export async function listAccounts(
  deps: Deps,
  _caller: OperatorCaller,
  query: PeopleQuery,
): Promise<Page<PersonListItem>> {
  const scope = { list: 'accounts', filters: {} }
  const page = await listNewestFirst<AccountDoc>(accountModel.in(deps.db), {}, { ...query, scope, index: idIndex })
  return { data: page.data.map(toPersonListItem), meta: page.meta }
}

const toPersonListItem = ({ _id, email, name, disabledAt, createdAt }: AccountDoc): PersonListItem => ({
  id: _id,
  email,
  name,
  state: disabledAt === null ? 'active' : 'disabled',
  createdAt: createdAt.toISOString(),
})

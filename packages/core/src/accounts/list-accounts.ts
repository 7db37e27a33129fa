import type { Page } from '@inlet/contract'
import type { OperatorCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import type { KnownPerson, PeopleQuery } from '../users/known-person.ts'
import { type AccountDoc, accountModel } from './account-model.ts'

/** Lists the accounts of the embedded provider for the operator, newest first. @throws BAD_REQUEST `invalid_cursor` */
export async function listAccounts(
  deps: Deps,
  _caller: OperatorCaller,
  query: PeopleQuery,
): Promise<Page<KnownPerson>> {
  const scope = { list: 'accounts', filters: {} }
  const page = await listNewestFirst<AccountDoc>(accountModel.in(deps.db), {}, { ...query, scope })
  return { data: page.data.map(toKnownPerson), meta: page.meta }
}

const toKnownPerson = ({ _id, email, name, disabledAt, createdAt }: AccountDoc): KnownPerson => ({
  id: _id,
  email,
  name,
  state: disabledAt === null ? 'active' : 'disabled',
  createdAt: createdAt.toISOString(),
})

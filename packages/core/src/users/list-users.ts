import type { Page } from '@inlet/contract'
import type { OperatorCaller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import type { KnownPerson, PeopleQuery } from './known-person.ts'
import { type UserDoc, userModel } from './user-model.ts'

/** Lists everybody who has called, for the operator, newest first. @throws BAD_REQUEST `invalid_cursor` */
export async function listUsers(deps: Deps, _caller: OperatorCaller, query: PeopleQuery): Promise<Page<KnownPerson>> {
  const scope = { list: 'users', filters: {} }
  const page = await listNewestFirst<UserDoc>(userModel.in(deps.db), {}, { ...query, scope })
  return { data: page.data.map(toKnownPerson), meta: page.meta }
}

const toKnownPerson = ({ _id, email, name, createdAt }: UserDoc): KnownPerson => ({
  id: _id,
  email,
  name,
  state: 'active',
  createdAt: createdAt.toISOString(),
})

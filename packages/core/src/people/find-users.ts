import { AppError, type Me, type Page } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { OperatorCaller, UserCaller } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { idIndex, listNewestFirst } from '../paging/list-newest-first.ts'
import { findServices } from '../services/find-services.ts'
import { type UserDoc, userModel } from './user-model.ts'

/** The users with these ids that exist, by id. */
export async function findUsers(deps: Deps, ids: string[]): Promise<Map<string, UserDoc>> {
  const found = await userModel
    .in(deps.db)
    .find({ _id: { $in: ids } }, { maxTimeMS: readBudgetMs })
    .toArray()
  return new Map(found.map((user) => [user._id, user]))
}

/**
 * Locks a user until the transaction ends: every other transaction that locks them waits or is retried, so that what this one reads
 * afterwards stays true until its commit.
 */
export async function lockUser(deps: Deps, tx: ClientSession, id: string): Promise<void> {
  await userModel.in(deps.db).updateOne({ _id: id }, { $inc: { revision: 1 } }, { session: tx })
}

/** The user who calls, and their services by name with their role in each. @throws NOT_FOUND where the user was removed */
export async function describeMe(deps: Deps, caller: UserCaller): Promise<Me> {
  const [users, services] = await Promise.all([
    findUsers(deps, [caller.userId]),
    findServices(deps, [...caller.roles.keys()]),
  ])
  const user = users.get(caller.userId)
  if (!user) throw new AppError('NOT_FOUND', 'No such user')

  const mine = [...caller.roles].flatMap(([id, role]) => {
    const service = services.get(id)
    return service ? [{ id, name: service.name, role }] : []
  })
  mine.sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1))
  return { id: user._id, email: user.email, name: user.name, services: mine }
}

/** A person who can log in, or has: `id` is the account's, or the user's where another provider has the logins. */
export interface PersonListItem {
  id: string
  email: string | null
  name: string | null
  state: 'active' | 'disabled'
  createdAt: string
}

/** A page of people; `cursor` is that of the page before. */
export interface PeopleQuery {
  cursor?: string | undefined
  limit: number
}

/** Lists all users for the operator, newest first. @throws BAD_REQUEST `invalid_cursor` */
export async function listUsers(
  deps: Deps,
  _caller: OperatorCaller,
  query: PeopleQuery,
): Promise<Page<PersonListItem>> {
  const scope = { list: 'users', filters: {} }
  const page = await listNewestFirst<UserDoc>(userModel.in(deps.db), {}, { ...query, scope, index: idIndex })
  return { data: page.data.map(toPersonListItem), meta: page.meta }
}

const toPersonListItem = ({ _id, email, name, createdAt }: UserDoc): PersonListItem => ({
  id: _id,
  email,
  name,
  state: 'active',
  createdAt: createdAt.toISOString(),
})

import type { ListMembersInput, Member, Page, Role } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Caller } from '../access/caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst, serviceListIndex } from '../paging/list-newest-first.ts'
import { assertServiceExists } from '../services/find-services.ts'
import { findUsers } from './find-users.ts'
import { type MemberDoc, memberModel, toMember } from './member-model.ts'

/** A user's roles by service id. */
export type UserRoles = ReadonlyMap<string, Role>

/** The roles of a user in all services that they are a member of. */
export async function findRoles(deps: Deps, userId: string): Promise<UserRoles> {
  const found = await memberModel.in(deps.db).find({ userId }, { maxTimeMS: readBudgetMs }).toArray()
  return new Map(found.map(({ serviceId, role }) => [serviceId, role]))
}

/** Stores a member inside a transaction, without permission check or audit entry. @throws the driver's duplicate-key error */
export async function insertMember(
  deps: Deps,
  tx: ClientSession,
  input: Omit<MemberDoc, '_id' | 'createdAt'>,
): Promise<MemberDoc> {
  const member: MemberDoc = { ...input, _id: deps.newId(), createdAt: deps.clock.now() }
  await memberModel.in(deps.db).insertOne(member, { session: tx })
  return member
}

/** How many members and open invitations a service has. */
export function countMembers(deps: Deps, serviceId: string, tx?: ClientSession): Promise<number> {
  return memberModel
    .in(deps.db)
    .countDocuments({ serviceId }, { maxTimeMS: readBudgetMs, ...(tx ? { session: tx } : {}) })
}

/** Lists a service's members and open invitations, newest first. @throws NOT_FOUND; BAD_REQUEST `invalid_cursor` */
export async function listMembers(deps: Deps, caller: Caller, input: ListMembersInput): Promise<Page<Member>> {
  assertMay(caller, input.id, 'viewer')
  await assertServiceExists(deps, input.id)
  const page = await listNewestFirst<MemberDoc>(
    memberModel.in(deps.db),
    { serviceId: input.id },
    {
      ...input,
      scope: { list: 'members', filters: { id: input.id } },
      index: serviceListIndex,
    },
  )
  const users = await findUsers(
    deps,
    page.data.map(({ userId }) => userId).filter((userId) => userId !== null),
  )
  return { data: page.data.map((member) => toMember(member, users.get(member.userId ?? ''))), meta: page.meta }
}

/** Deletes all members and invitations of a service that is being deleted, without permission check or audit entry. @returns how many */
export async function deleteMembersOfService(deps: Deps, tx: ClientSession, serviceId: string): Promise<number> {
  const { deletedCount } = await memberModel.in(deps.db).deleteMany({ serviceId }, { session: tx })
  return deletedCount
}

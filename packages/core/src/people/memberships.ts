import { foldEmail, type ListMembersInput, type Member, type Page, type Role } from '@inlet/contract'
import type { ClientSession, Filter } from 'mongodb'
import { assertMay, type Caller, type UserCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst, serviceListIndex } from '../paging/list-newest-first.ts'
import { assertServiceExists } from '../services/find-services.ts'
import { findUsers } from './find-users.ts'
import { type MemberDoc, memberModel, toMember } from './member-model.ts'
import type { UserDoc } from './user-model.ts'

/** A user's roles by service id, and the open invitations of their address. */
export interface Memberships {
  roles: ReadonlyMap<string, Role>
  invitations: MemberDoc[]
}

/** The memberships and open invitations of a user; an address that their provider has not verified opens no invitation. */
export async function findMemberships(
  deps: Deps,
  user: Pick<UserDoc, '_id' | 'email' | 'isEmailVerified'>,
): Promise<Memberships> {
  const invitedEmail = user.isEmailVerified && user.email !== null ? foldEmail(user.email) : null
  const find = (filter: Filter<MemberDoc>) =>
    memberModel.in(deps.db).find(filter, { maxTimeMS: readBudgetMs }).toArray()
  // In this order an invitation that is accepted meanwhile is in both results; in the other order it could be in neither.
  const invitations = invitedEmail === null ? [] : await find({ invitedEmail })
  const memberships = await find({ userId: user._id })
  const accepted = new Set(memberships.map(({ _id }) => _id))
  return {
    roles: new Map(memberships.map(({ serviceId, role }) => [serviceId, role])),
    invitations: invitations.filter(({ _id, userId }) => userId === null && !accepted.has(_id)),
  }
}

/**
 * Turns open invitations into memberships of the user whose verified address they name. Of two users with one address the first becomes
 * the member, and a user who is a member already keeps their role.
 */
export async function acceptInvitations(deps: Deps, caller: UserCaller, invitations: MemberDoc[]): Promise<void> {
  for (const invitation of invitations) await accept(deps, caller, invitation)
}

async function accept(deps: Deps, caller: UserCaller, invitation: MemberDoc): Promise<void> {
  const members = memberModel.in(deps.db)
  const { _id, serviceId, role, invitedEmail } = invitation
  if (invitedEmail === null) return
  const accepted = { userId: caller.userId, invitedEmail: null, joinedEmail: invitedEmail }
  try {
    await inTransaction(deps.db, async (tx) => {
      const update = { $set: accepted }
      const { modifiedCount } = await members.updateOne({ _id, userId: null, role }, update, { session: tx })
      if (modifiedCount === 0) return
      const target = { kind: 'member', id: _id, name: invitedEmail } as const
      await recordAudit(deps, tx, { caller, serviceId, action: 'member.joined', target, note: role })
    })
  } catch (error) {
    if (!isDuplicateKey(error, 'userId')) throw error
    await members.deleteOne({ _id, userId: null })
  }
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

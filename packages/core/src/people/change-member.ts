import { AppError, type ChangeMemberInput, type Member, type RemoveMemberInput } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Person } from '../access/caller.ts'
import type { AuditTarget } from '../audit-log/audit-entry-model.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockService } from '../services/find-services.ts'
import { findUsers } from './find-users.ts'
import { confirmedEmail, type MemberDoc, memberModel, toMember } from './member-model.ts'
import type { UserDoc } from './user-model.ts'

/**
 * Gives a member another role; `userId` is the user's id or the member's own. A user needs the role owner.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `last_owner`
 */
export async function changeMember(deps: Deps, caller: Person, input: ChangeMemberInput): Promise<Member> {
  const { id: serviceId, userId, role } = input
  const reference = { caller, serviceId, member: userId, mayBeOneself: false }
  const member = await changeKeepingAnOwner(deps, reference, async (tx, found) => {
    await memberModel.in(deps.db).updateOne({ _id: found._id }, { $set: { role } }, { session: tx })
    const target = await auditTargetOf(deps, found)
    await recordAudit(deps, tx, {
      caller,
      serviceId,
      action: 'member.changed',
      target,
      note: `${found.role} → ${role}`,
    })
    return { ...found, role }
  })
  return toMember(member, await findUserOf(deps, member))
}

/**
 * Removes a member or withdraws an invitation; the member's calls are refused within a second. A user needs the role owner, but may
 * always remove themselves. @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `last_owner`
 */
export async function removeMember(deps: Deps, caller: Person, input: RemoveMemberInput): Promise<void> {
  const { id: serviceId, userId } = input
  const reference = { caller, serviceId, member: userId, mayBeOneself: true }
  await changeKeepingAnOwner(deps, reference, async (tx, found) => {
    await memberModel.in(deps.db).deleteOne({ _id: found._id }, { session: tx })
    const target = await auditTargetOf(deps, found)
    await recordAudit(deps, tx, { caller, serviceId, action: 'member.removed', target, note: found.role })
  })
}

interface MemberReference {
  caller: Person
  serviceId: string
  /** The user's id or the member's own. */
  member: string
  /** Whether a user of a smaller role than owner may change their own membership so. */
  mayBeOneself: boolean
}

/**
 * Changes a member in one transaction, which is rolled back where the service would be left without an owner who has logged in. Such
 * changes of one service run one after the other.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `last_owner`; whatever `change` throws
 */
function changeKeepingAnOwner<T>(
  deps: Deps,
  { caller, serviceId, member: id, mayBeOneself }: MemberReference,
  change: (tx: ClientSession, member: MemberDoc) => Promise<T>,
): Promise<T> {
  assertMay(caller, serviceId, 'viewer')
  const members = memberModel.in(deps.db)
  return inTransaction(deps.db, async (tx) => {
    await lockService(deps, tx, serviceId)
    const member = await members.findOne(
      { serviceId, $or: [{ _id: id }, { userId: id }] },
      { session: tx, maxTimeMS: readBudgetMs },
    )
    if (!member) throw new AppError('NOT_FOUND', 'No such member')
    const isOneself = caller.kind === 'user' && caller.userId === member.userId
    assertMay(caller, serviceId, isOneself && mayBeOneself ? 'viewer' : 'owner')

    const result = await change(tx, member)
    if (member.role === 'owner' && member.userId !== null) {
      const owner = { serviceId, role: 'owner', userId: { $ne: null } } as const
      const left = await members.findOne(owner, { session: tx, projection: { _id: 1 }, maxTimeMS: readBudgetMs })
      if (!left) throw lastOwner()
    }
    return result
  })
}

/** A member in the audit log: by e-mail address, which stays meaningful after the membership has ended. */
async function auditTargetOf(deps: Deps, member: MemberDoc): Promise<AuditTarget> {
  const user = await findUserOf(deps, member)
  return { kind: 'member', id: member._id, name: confirmedEmail(member, user) ?? user?.email ?? null }
}

async function findUserOf(deps: Deps, { userId }: MemberDoc): Promise<UserDoc | undefined> {
  return userId === null ? undefined : (await findUsers(deps, [userId])).get(userId)
}

const lastOwner = () => AppError.of('last_owner')

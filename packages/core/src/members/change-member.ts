import type { ChangeMemberInput, Member } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { assertMay, type Person } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { findUsers } from '../users/find-users.ts'
import { auditTarget } from './audit-target.ts'
import { changeMembership } from './change-membership.ts'
import { memberModel } from './member-model.ts'
import { toMember } from './to-member.ts'

/**
 * Gives a member another role; `userId` is the user's id or the member's own. Asks a user for the role owner.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `last_owner`
 */
export async function changeMember(deps: Deps, caller: Person, input: ChangeMemberInput): Promise<Member> {
  const { id: serviceId, userId, role } = input
  assertMay(caller, serviceId, 'owner')
  const member = await changeMembership(deps, { serviceId, member: userId }, async (tx, found) => {
    await memberModel.in(deps.db).updateOne({ _id: found._id }, { $set: { role } }, { session: tx })
    const target = await auditTarget(deps, found)
    await recordAudit(deps, tx, {
      caller,
      serviceId,
      action: 'member.changed',
      target,
      note: `${found.role} → ${role}`,
    })
    return { ...found, role }
  })
  const users = await findUsers(deps, member.userId === null ? [] : [member.userId])
  return toMember(member, users.get(member.userId ?? ''))
}

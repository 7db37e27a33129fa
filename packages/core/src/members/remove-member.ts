import type { RemoveMemberInput } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { assertMay, type Person } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { auditTarget } from './audit-target.ts'
import { changeMembership } from './change-membership.ts'
import { memberModel } from './member-model.ts'

/**
 * Removes a member or withdraws an invitation; their calls are refused within a second. Asks a user for the role owner, but whoever
 * wants to go may go. @throws NOT_FOUND; FORBIDDEN `insufficient_role`; UNPROCESSABLE_CONTENT `last_owner`
 */
export async function removeMember(deps: Deps, caller: Person, input: RemoveMemberInput): Promise<void> {
  const { id: serviceId, userId } = input
  const isOneself = caller.kind === 'user' && caller.userId === userId
  assertMay(caller, serviceId, isOneself ? 'viewer' : 'owner')
  await changeMembership(deps, { serviceId, member: userId }, async (tx, found) => {
    await memberModel.in(deps.db).deleteOne({ _id: found._id }, { session: tx })
    const target = await auditTarget(deps, found)
    await recordAudit(deps, tx, { caller, serviceId, action: 'member.removed', target, note: found.role })
  })
}

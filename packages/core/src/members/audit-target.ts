import type { AuditTarget } from '../audit-log/audit-entry-model.ts'
import type { Deps } from '../deps.ts'
import { findUsers } from '../users/find-users.ts'
import type { MemberDoc } from './member-model.ts'
import { vouchedEmail } from './vouched-email.ts'

/** A member as the audit log names it: by e-mail address, which outlives the membership. */
export async function auditTarget(deps: Deps, member: MemberDoc): Promise<AuditTarget> {
  const users = await findUsers(deps, member.userId === null ? [] : [member.userId])
  const user = users.get(member.userId ?? '')
  return { kind: 'member', id: member._id, name: vouchedEmail(member, user) ?? user?.email ?? null }
}

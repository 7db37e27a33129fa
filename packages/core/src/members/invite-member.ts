import { faultAt, foldEmail, type InviteMemberInput, type Member } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { assertMay, type Person } from '../caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/faults.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockService } from '../services/lock-service.ts'
import { findUsers } from '../users/find-users.ts'
import { addMember } from './add-member.ts'
import { memberModel } from './member-model.ts'
import { toMember } from './to-member.ts'

/**
 * Invites an e-mail address, folded, to a service: whoever logs in with it, verified by their provider, is a member from then on.
 * Asks a user for the role owner. @throws NOT_FOUND; FORBIDDEN `insufficient_role`; CONFLICT `member_exists`
 */
export async function inviteMember(deps: Deps, caller: Person, input: InviteMemberInput): Promise<Member> {
  const { id: serviceId, email, role } = input
  assertMay(caller, serviceId, 'owner')
  try {
    const member = await inTransaction(deps.db, async (tx) => {
      await lockService(deps, tx, serviceId)
      if (await hasMember(deps, { serviceId, email })) throw isMember()
      const made = await addMember(deps, tx, { serviceId, userId: null, invitedEmail: email, role })
      const target = { kind: 'member', id: made._id, name: email } as const
      await recordAudit(deps, tx, { caller, serviceId, action: 'member.invited', target, note: role })
      return made
    })
    return toMember(member, undefined)
  } catch (error) {
    if (!isDuplicateKey(error, 'invitedEmail')) throw error
    throw isMember()
  }
}

const isMember = () =>
  faultAt('CONFLICT', { path: 'email', code: 'member_exists', message: 'This address is a member already, or invited' })

async function hasMember(deps: Deps, { serviceId, email }: { serviceId: string; email: string }): Promise<boolean> {
  const filter = { serviceId, userId: { $ne: null } }
  const members = await memberModel.in(deps.db).find(filter, { maxTimeMS: readBudgetMs }).toArray()
  const users = await findUsers(
    deps,
    members.map(({ userId }) => userId).filter((userId) => userId !== null),
  )
  return [...users.values()].some((user) => user.email !== null && foldEmail(user.email) === email)
}

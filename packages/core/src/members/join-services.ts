import { recordAudit } from '../audit-log/record-audit.ts'
import type { UserCaller } from '../caller.ts'
import { isDuplicateKey } from '../database/faults.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { type MemberDoc, memberModel } from './member-model.ts'

/**
 * Makes open invitations the memberships of the user whose verified address they name. Of two users with one address the first has it,
 * and a user who is a member already keeps the role they have.
 */
export async function joinServices(deps: Deps, caller: UserCaller, invitations: MemberDoc[]): Promise<void> {
  for (const invitation of invitations) await join(deps, caller, invitation)
}

async function join(deps: Deps, caller: UserCaller, invitation: MemberDoc): Promise<void> {
  const members = memberModel.in(deps.db)
  const { _id, serviceId, role, invitedEmail } = invitation
  if (invitedEmail === null) return
  const taken = { userId: caller.userId, invitedEmail: null, joinedEmail: invitedEmail }
  try {
    await inTransaction(deps.db, async (tx) => {
      const { modifiedCount } = await members.updateOne({ _id, userId: null, role }, { $set: taken }, { session: tx })
      if (modifiedCount === 0) return
      const target = { kind: 'member', id: _id, name: invitedEmail } as const
      await recordAudit(deps, tx, { caller, serviceId, action: 'member.joined', target, note: role })
    })
  } catch (error) {
    if (!isDuplicateKey(error, 'userId')) throw error
    await members.deleteOne({ _id, userId: null })
  }
}

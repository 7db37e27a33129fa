import { AppError, type InviteMemberInput, type Member } from '@inlet/contract'
import { assertMay, type Person } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { addInvitation } from './add-invitation.ts'
import { toMember } from './to-member.ts'

/**
 * Invites an e-mail address, folded, to a service: whoever logs in with it, verified by their provider, is a member from then on.
 * Asks a user for the role owner. @throws NOT_FOUND; FORBIDDEN `insufficient_role`; CONFLICT `member_exists`
 */
export async function inviteMember(deps: Deps, caller: Person, input: InviteMemberInput): Promise<Member> {
  const { id: serviceId, email, role } = input
  assertMay(caller, serviceId, 'owner')
  const { member, isNew } = await inTransaction(deps.db, (tx) =>
    addInvitation(deps, tx, { caller, serviceId, email, role }),
  )
  if (isNew) return toMember(member, undefined)
  throw AppError.of('member_exists')
}

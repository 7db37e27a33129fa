import { foldEmail } from '@inlet/contract'
import type { UserDoc } from '../users/user-model.ts'
import type { MemberDoc } from './member-model.ts'

/**
 * The address that is surely a member's, folded: what their provider has verified, else that of the invitation. An address that a user
 * only claims to have is none, or anybody could stand in a list under somebody else's.
 */
export function vouchedEmail(member: MemberDoc, user: UserDoc | undefined): string | null {
  const verified = user?.isEmailVerified && user.email !== null ? foldEmail(user.email) : null
  return verified ?? member.joinedEmail ?? member.invitedEmail
}

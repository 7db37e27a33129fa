import type { Member } from '@inlet/contract'
import type { UserDoc } from '../users/user-model.ts'
import type { MemberDoc } from './member-model.ts'
import { vouchedEmail } from './vouched-email.ts'

/** A member as it goes out, with what is known of the user. */
export function toMember(member: MemberDoc, user: UserDoc | undefined): Member {
  return {
    id: member._id,
    userId: member.userId,
    email: vouchedEmail(member, user) ?? user?.email ?? null,
    name: user?.name ?? null,
    role: member.role,
    createdAt: member.createdAt.toISOString(),
  }
}

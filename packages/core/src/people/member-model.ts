import { foldEmail, type Member, roles } from '@inlet/contract'
import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'
import type { UserDoc } from './user-model.ts'

/** A user's role in a service, or an open invitation to it: one of `userId` and `invitedEmail` is null. */
export const memberDoc = z.object({
  _id: z.string(),
  serviceId: z.string(),
  userId: z.string().nullable(),
  /** Folded; the user who logs in with it, verified, becomes the member. */
  invitedEmail: z.string().nullable(),
  /** The address whose invitation the user accepted, folded; absent for the user who created the service. */
  joinedEmail: z.string().optional(),
  role: z.enum(roles),
  createdAt: date,
})
export type MemberDoc = z.infer<typeof memberDoc>

/** The collection of members. */
export const memberModel = defineModel<MemberDoc>({
  document: memberDoc,
  name: 'members',
  indexes: [
    // `$gt: ''` matches every text: the planner does not use an index that is partial by `$type`.
    // The roles of a user, read at each call, and each user once in a service.
    { key: { userId: 1, serviceId: 1 }, unique: true, partialFilterExpression: { userId: { $gt: '' } } },
    // The open invitations of an address, and one for each address in a service.
    {
      key: { invitedEmail: 1, serviceId: 1 },
      unique: true,
      partialFilterExpression: { invitedEmail: { $gt: '' } },
    },
    // The members of one service, newest first.
    { key: { serviceId: 1, _id: -1 } },
  ],
})

/** The public shape of a member, with the name and address of its user. */
export function toMember(member: MemberDoc, user: UserDoc | undefined): Member {
  return {
    id: member._id,
    userId: member.userId,
    email: confirmedEmail(member, user) ?? user?.email ?? null,
    name: user?.name ?? null,
    role: member.role,
    createdAt: member.createdAt.toISOString(),
  }
}

/**
 * The address that is certainly the member's, folded: the one that their provider has verified, else that of the invitation. An address
 * that a user merely claims does not count, or they could appear in a list under another person's address.
 */
export function confirmedEmail(member: MemberDoc, user: UserDoc | undefined): string | null {
  const verified = user?.isEmailVerified && user.email !== null ? foldEmail(user.email) : null
  return verified ?? member.joinedEmail ?? member.invitedEmail
}

import { type Member, roles } from '@inlet/contract'
import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'
import { type UserDoc, verifiedEmailOf } from './user-model.ts'

/** A user's role in a service, or an open invitation to it: one of `userId` and `invitedEmail` is null. */
export const memberDoc = z.object({
  _id: z.string(),
  serviceId: z.string(),
  userId: z.string().nullable(),
  /** Folded; the user for whom it is verified may accept. */
  invitedEmail: z.string().nullable(),
  /** The address whose invitation the user accepted, folded; absent for the user who created the service. */
  joinedEmail: z.string().optional(),
  /** The id of the user who invited; absent where the operator did, and in invitations from before it was stored. */
  invitedBy: z.string().optional(),
  /** Of an open invitation: its place among those of its address. Absent in imported ones and in those from before there were places. */
  place: z.number().optional(),
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
    // Each place is taken once, so that simultaneous invitations by several services are not more than there are places.
    {
      key: { invitedEmail: 1, place: 1 },
      unique: true,
      partialFilterExpression: { invitedEmail: { $gt: '' }, place: { $gte: 0 } },
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
  return (user && verifiedEmailOf(user)) ?? member.joinedEmail ?? member.invitedEmail
}

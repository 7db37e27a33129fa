import type { Role } from '@inlet/contract'
import { defineModel } from '../database/model.ts'

/** A user's role in a service, or an invitation to it that waits for the user: one of `userId` and `invitedEmail` is null. */
export interface MemberDoc {
  _id: string
  serviceId: string
  userId: string | null
  /** Folded; whoever logs in with it, verified, is the member from then on. */
  invitedEmail: string | null
  /** The address whose invitation they took, folded; absent for whoever made the service. */
  joinedEmail?: string
  role: Role
  createdAt: Date
}

/** The collection of members. */
export const memberModel = defineModel<MemberDoc>({
  name: 'members',
  indexes: [
    // `$gt: ''` is every text: by `$type` the planner does not see that the index holds what is looked for.
    // The roles of a user, read at their calls, and each user once in a service.
    { key: { userId: 1, serviceId: 1 }, unique: true, partialFilterExpression: { userId: { $gt: '' } } },
    // The invitations that wait for somebody who logs in, and one for each address in a service.
    {
      key: { invitedEmail: 1, serviceId: 1 },
      unique: true,
      partialFilterExpression: { invitedEmail: { $gt: '' } },
    },
    // The members of one service, newest first.
    { key: { serviceId: 1, _id: -1 } },
  ],
})

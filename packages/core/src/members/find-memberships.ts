import { foldEmail, type Role } from '@inlet/contract'
import type { Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { UserDoc } from '../users/user-model.ts'
import { type MemberDoc, memberModel } from './member-model.ts'

/** A user's roles by service id, and the open invitations to their address, which are theirs to take. */
export interface Memberships {
  roles: ReadonlyMap<string, Role>
  invitations: MemberDoc[]
}

/** What a user is a member of, and invited to; an address that their provider has not verified opens no invitation. */
export async function findMemberships(
  deps: Deps,
  user: Pick<UserDoc, '_id' | 'email' | 'isEmailVerified'>,
): Promise<Memberships> {
  const invitedEmail = user.isEmailVerified && user.email !== null ? foldEmail(user.email) : null
  const find = (filter: Filter<MemberDoc>) =>
    memberModel.in(deps.db).find(filter, { maxTimeMS: readBudgetMs }).toArray()
  // In this order: an invitation that becomes a role meanwhile is in both answers, the other way round it could be in neither.
  const invitations = invitedEmail === null ? [] : await find({ invitedEmail })
  const memberships = await find({ userId: user._id })
  const taken = new Set(memberships.map(({ _id }) => _id))
  return {
    roles: new Map(memberships.map(({ serviceId, role }) => [serviceId, role])),
    invitations: invitations.filter(({ _id, userId }) => userId === null && !taken.has(_id)),
  }
}

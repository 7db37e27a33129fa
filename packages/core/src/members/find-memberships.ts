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
  const filters: Filter<MemberDoc>[] = [{ userId: user._id }, ...(invitedEmail === null ? [] : [{ invitedEmail }])]
  const found = await memberModel.in(deps.db).find({ $or: filters }, { maxTimeMS: readBudgetMs }).toArray()
  return {
    roles: new Map(found.filter(({ userId }) => userId !== null).map(({ serviceId, role }) => [serviceId, role])),
    invitations: found.filter(({ userId }) => userId === null),
  }
}

import { foldEmail, type Role } from '@inlet/contract'
import type { Filter } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/faults.ts'
import type { Deps } from '../deps.ts'
import type { UserDoc } from '../users/user-model.ts'
import { type MemberDoc, memberModel } from './member-model.ts'

/** A user's roles by service id; invitations to their e-mail address become theirs, but only where their provider has verified it. */
export async function findMemberships(
  deps: Deps,
  user: Pick<UserDoc, '_id' | 'email' | 'isEmailVerified'>,
): Promise<Map<string, Role>> {
  const invitedEmail = user.isEmailVerified && user.email !== null ? foldEmail(user.email) : null
  const filters: Filter<MemberDoc>[] = [{ userId: user._id }, ...(invitedEmail === null ? [] : [{ invitedEmail }])]
  const found = await memberModel.in(deps.db).find({ $or: filters }, { maxTimeMS: readBudgetMs }).toArray()

  const roles = new Map(found.filter(({ userId }) => userId !== null).map(({ serviceId, role }) => [serviceId, role]))
  for (const invitation of found.filter(({ userId }) => userId === null)) {
    if (await bind(deps, invitation, user._id)) roles.set(invitation.serviceId, invitation.role)
  }
  return roles
}

/** Of two users with one address the first has it; a user who is a member already keeps that role. @returns whether it is theirs now */
async function bind(deps: Deps, invitation: MemberDoc, userId: string): Promise<boolean> {
  const members = memberModel.in(deps.db)
  const open = { _id: invitation._id, userId: null, role: invitation.role }
  try {
    const { modifiedCount } = await members.updateOne(open, { $set: { userId, invitedEmail: null } })
    return modifiedCount > 0
  } catch (error) {
    if (!isDuplicateKey(error, 'userId')) throw error
    await members.deleteOne({ _id: invitation._id, userId: null })
    return false
  }
}

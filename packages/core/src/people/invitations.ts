import { AppError, type Invitation, limits } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { type Person, systemActor, type UserCaller } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { isDuplicateKey } from '../database/errors.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { findServices } from '../services/find-services.ts'
import { findUsers } from './find-users.ts'
import { type MemberDoc, memberModel } from './member-model.ts'
import { verifiedEmailOf } from './user-model.ts'

/** The newest open invitations to the user's address, none where their provider has not verified it. */
export async function listInvitations(deps: Deps, caller: UserCaller): Promise<Invitation[]> {
  const invitedEmail = await findVerifiedEmail(deps, caller)
  if (invitedEmail === null) return []
  const options = { sort: { _id: -1 }, limit: limits.invitationsPerAddress, maxTimeMS: readBudgetMs } as const
  return toInvitations(deps, await memberModel.in(deps.db).find({ invitedEmail }, options).toArray())
}

/**
 * Accepts an open invitation to the user's verified address: they become a member with its role. Accepting again changes nothing.
 * @throws NOT_FOUND; CONFLICT `member_exists` where the user is a member already, invited under another address
 */
export async function acceptInvitation(deps: Deps, caller: UserCaller, id: string): Promise<Invitation> {
  const { userId } = caller
  const member = await inTransaction(deps.db, async (tx) => {
    const invitation = await findOpen(deps, tx, { caller, id })
    if (invitation) return await join(deps, tx, { caller, invitation, userId })
    return await memberModel.in(deps.db).findOne({ _id: id, userId }, { session: tx, maxTimeMS: readBudgetMs })
  }).catch((error: unknown) => {
    if (!isDuplicateKey(error, 'userId')) throw error
    throw AppError.of('member_exists', { path: '', message: 'You are a member of this service already' })
  })
  return toInvitation(deps, member)
}

/** Declines an open invitation to the user's verified address: it is gone for the service too. @throws NOT_FOUND */
export async function declineInvitation(deps: Deps, caller: UserCaller, id: string): Promise<Invitation> {
  const declined = await inTransaction(deps.db, async (tx) => {
    const invitation = await findOpen(deps, tx, { caller, id })
    if (!invitation) return null
    await memberModel.in(deps.db).deleteOne({ _id: id }, { session: tx })
    const { serviceId, role, invitedEmail: name } = invitation
    const target = { kind: 'member', id, name } as const
    // The invited person is a stranger to the service: its log says neither who they are nor from where they called.
    await recordAudit(deps, tx, { caller: systemActor, serviceId, action: 'member.declined', target, note: role })
    return invitation
  })
  return toInvitation(deps, declined)
}

interface Joining {
  caller: Person
  invitation: MemberDoc
  userId: string
}

/** Turns an open invitation into a membership of a user, inside a transaction. @throws the driver's duplicate-key error of a member */
export async function join(deps: Deps, tx: ClientSession, { caller, invitation, userId }: Joining): Promise<MemberDoc> {
  const { _id: id, serviceId, role, invitedEmail } = invitation
  const joined = { userId, invitedEmail: null, ...(invitedEmail !== null && { joinedEmail: invitedEmail }) }
  await memberModel.in(deps.db).updateOne({ _id: id }, { $set: joined }, { session: tx })
  const target = { kind: 'member', id, name: invitedEmail } as const
  await recordAudit(deps, tx, { caller, serviceId, action: 'member.joined', target, note: role })
  return { ...invitation, ...joined }
}

/** The open invitation of this id to the user's verified address, or null. */
async function findOpen(
  deps: Deps,
  tx: ClientSession,
  { caller, id }: { caller: UserCaller; id: string },
): Promise<MemberDoc | null> {
  const invitedEmail = await findVerifiedEmail(deps, caller)
  if (invitedEmail === null) return null
  return memberModel.in(deps.db).findOne({ _id: id, invitedEmail }, { session: tx, maxTimeMS: readBudgetMs })
}

async function findVerifiedEmail(deps: Deps, { userId }: UserCaller): Promise<string | null> {
  const user = (await findUsers(deps, [userId])).get(userId)
  return user ? verifiedEmailOf(user) : null
}

async function toInvitation(deps: Deps, member: MemberDoc | null): Promise<Invitation> {
  const [invitation] = member ? await toInvitations(deps, [member]) : []
  if (!invitation) throw new AppError('NOT_FOUND', 'No such invitation')
  return invitation
}

/** Their public shapes, without those whose service has just been deleted. */
async function toInvitations(deps: Deps, members: MemberDoc[]): Promise<Invitation[]> {
  const [services, users] = await Promise.all([
    findServices(
      deps,
      members.map(({ serviceId }) => serviceId),
    ),
    findUsers(
      deps,
      members.flatMap(({ invitedBy }) => invitedBy ?? []),
    ),
  ])
  return members.flatMap(({ _id: id, serviceId, role, invitedBy, createdAt }): Invitation[] => {
    const service = services.get(serviceId)
    const inviter = users.get(invitedBy ?? '')
    if (!service) return []
    return [
      {
        id,
        service: { id: serviceId, name: service.name },
        role,
        invitedBy: inviter ? verifiedEmailOf(inviter) : null,
        createdAt: createdAt.toISOString(),
      },
    ]
  })
}

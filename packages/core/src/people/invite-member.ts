import { AppError, type InviteMemberInput, limits, type Member, type Role } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type OperatorCaller, type Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { assertRoom } from '../plans/quotas.ts'
import { lockService } from '../services/find-services.ts'
import { findUsers } from './find-users.ts'
import { join } from './invitations.ts'
import { confirmedEmail, type MemberDoc, memberModel, toMember } from './member-model.ts'
import { countMembers, insertMember } from './memberships.ts'

/**
 * Invites an e-mail address, folded, to a service: the user for whom their provider has verified it may accept. A user needs the role
 * owner. @throws NOT_FOUND; PAYMENT_REQUIRED `quota_exceeded`; FORBIDDEN `insufficient_role`; CONFLICT `member_exists`;
 * UNPROCESSABLE_CONTENT `too_many_invitations`
 */
export async function inviteMember(deps: Deps, caller: Person, input: InviteMemberInput): Promise<Member> {
  const { id: serviceId, email, role } = input
  assertMay(caller, serviceId, 'owner')
  const member = await inTransaction(deps.db, async (tx) => {
    const present = await findPresentOrAssertRoom(deps, tx, { serviceId, email })
    if (present) throw AppError.of('member_exists')
    const invitedBy = caller.kind === 'user' ? { invitedBy: caller.userId } : {}
    const place = await freePlace(deps, tx, email)
    const invitation = { serviceId, userId: null, invitedEmail: email, role, ...invitedBy, place }
    const inserted = await insertMember(deps, tx, invitation)
    const target = { kind: 'member', id: inserted._id, name: email } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'member.invited', target, note: role })
    return inserted
  })
  return toMember(member, undefined)
}

interface NewMember {
  caller: OperatorCaller
  serviceId: string
  userId: string
  /** Theirs, verified and folded. */
  email: string
  role: Role
}

/**
 * Makes a user a member inside a transaction, for the operator. An open invitation of the address is accepted with its own role, and a
 * member keeps theirs: then `isNew` is false. @throws NOT_FOUND; PAYMENT_REQUIRED `quota_exceeded`
 */
export async function addMember(
  deps: Deps,
  tx: ClientSession,
  { caller, serviceId, userId, email, role }: NewMember,
): Promise<{ role: Role; isNew: boolean }> {
  const present = await findPresentOrAssertRoom(deps, tx, { serviceId, email })
  if (present?.userId === null) await join(deps, tx, { caller, invitation: present, userId })
  if (present) return { role: present.role, isNew: false }

  const { _id: id } = await insertMember(deps, tx, { serviceId, userId, invitedEmail: null, joinedEmail: email, role })
  const target = { kind: 'member', id, name: email } as const
  await recordAudit(deps, tx, { caller, serviceId, action: 'member.joined', target, note: role })
  return { role, isNew: true }
}

/**
 * The member or open invitation of an address, or null where there may be another one; such changes of one service run one after the other.
 * @throws NOT_FOUND; PAYMENT_REQUIRED `quota_exceeded`
 */
async function findPresentOrAssertRoom(
  deps: Deps,
  tx: ClientSession,
  { serviceId, email }: { serviceId: string; email: string },
): Promise<MemberDoc | null> {
  const service = await lockService(deps, tx, serviceId)
  const found = await memberModel.in(deps.db).find({ serviceId }, { session: tx, maxTimeMS: readBudgetMs }).toArray()
  const users = await findUsers(
    deps,
    found.map(({ userId }) => userId).filter((userId) => userId !== null),
  )
  const present = found.find((member) => confirmedEmail(member, users.get(member.userId ?? '')) === email)
  if (!present) await assertRoom(deps, tx, { service, name: 'members', count: countMembers })
  return present ?? null
}

/** The first place among the open invitations of an address. @throws UNPROCESSABLE_CONTENT `too_many_invitations` */
async function freePlace(deps: Deps, tx: ClientSession, invitedEmail: string): Promise<number> {
  const most = limits.invitationsPerAddress
  const open = await memberModel
    .in(deps.db)
    .find({ invitedEmail }, { session: tx, projection: { place: 1 }, limit: most, maxTimeMS: readBudgetMs })
    .toArray()
  if (open.length >= most) throw AppError.of('too_many_invitations')
  const taken = new Set(open.map(({ place }) => place))
  let place = 0
  while (taken.has(place)) place += 1
  return place
}

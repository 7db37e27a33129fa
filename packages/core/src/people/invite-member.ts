import { AppError, type InviteMemberInput, type Member, type Role } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { assertMay, type Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { assertRoom } from '../plans/quotas.ts'
import { lockService } from '../services/find-services.ts'
import { findUsers } from './find-users.ts'
import { confirmedEmail, type MemberDoc, memberModel, toMember } from './member-model.ts'
import { countMembers, insertMember } from './memberships.ts'

/**
 * Invites an e-mail address, folded, to a service: the user who logs in with it, verified by their provider, becomes a member. A user
 * needs the role owner. @throws NOT_FOUND; PAYMENT_REQUIRED `quota_exceeded`; FORBIDDEN `insufficient_role`; CONFLICT `member_exists`
 */
export async function inviteMember(deps: Deps, caller: Person, input: InviteMemberInput): Promise<Member> {
  const { id: serviceId, email, role } = input
  assertMay(caller, serviceId, 'owner')
  const { member, isNew } = await inTransaction(deps.db, (tx) =>
    inviteInTransaction(deps, tx, { caller, serviceId, email, role }),
  )
  if (isNew) return toMember(member, undefined)
  throw AppError.of('member_exists')
}

interface Invitation {
  caller: Person
  serviceId: string
  /** Folded. */
  email: string
  role: Role
}

/** The member or invitation of the address; `isNew` is false where it existed before, and nothing was changed. */
interface Invited {
  member: MemberDoc
  isNew: boolean
}

/**
 * Invites an address inside a transaction, without permission check but with an audit entry; such changes of one service run one after
 * the other. @throws NOT_FOUND; PAYMENT_REQUIRED `quota_exceeded`
 */
export async function inviteInTransaction(deps: Deps, tx: ClientSession, invitation: Invitation): Promise<Invited> {
  const { caller, serviceId, email, role } = invitation
  const service = await lockService(deps, tx, serviceId)
  const present = await findByEmail(deps, tx, { serviceId, email })
  if (present) return { member: present, isNew: false }
  await assertRoom(deps, tx, { service, name: 'members', count: countMembers })

  const member = await insertMember(deps, tx, { serviceId, userId: null, invitedEmail: email, role })
  const target = { kind: 'member', id: member._id, name: email } as const
  await recordAudit(deps, tx, { caller, serviceId, action: 'member.invited', target, note: role })
  return { member, isNew: true }
}

async function findByEmail(
  deps: Deps,
  tx: ClientSession,
  { serviceId, email }: { serviceId: string; email: string },
): Promise<MemberDoc | null> {
  const found = await memberModel.in(deps.db).find({ serviceId }, { session: tx, maxTimeMS: readBudgetMs }).toArray()
  const users = await findUsers(
    deps,
    found.map(({ userId }) => userId).filter((userId) => userId !== null),
  )
  return found.find((member) => confirmedEmail(member, users.get(member.userId ?? '')) === email) ?? null
}

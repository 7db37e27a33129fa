import type { Role } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Person } from '../caller.ts'
import { readBudgetMs } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { lockService } from '../services/lock-service.ts'
import { findUsers } from '../users/find-users.ts'
import { addMember } from './add-member.ts'
import { type MemberDoc, memberModel } from './member-model.ts'
import { vouchedEmail } from './vouched-email.ts'

interface Invitation {
  caller: Person
  serviceId: string
  /** Folded. */
  email: string
  role: Role
}

/** Whom an address belongs to now; `isNew` is false where it was a member or invited before, which changes nothing. */
interface Invited {
  member: MemberDoc
  isNew: boolean
}

/** Invites an address inside a transaction, one such change at a time in a service; whether the caller may is asked before. @throws NOT_FOUND */
export async function addInvitation(deps: Deps, tx: ClientSession, invitation: Invitation): Promise<Invited> {
  const { caller, serviceId, email, role } = invitation
  await lockService(deps, tx, serviceId)
  const present = await findByEmail(deps, tx, { serviceId, email })
  if (present) return { member: present, isNew: false }

  const member = await addMember(deps, tx, { serviceId, userId: null, invitedEmail: email, role })
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
  return found.find((member) => vouchedEmail(member, users.get(member.userId ?? '')) === email) ?? null
}

import { AppError } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockService } from '../services/lock-service.ts'
import { type MemberDoc, memberModel } from './member-model.ts'

interface MemberName {
  serviceId: string
  /** The user's id or the member's own. */
  member: string
}

/**
 * Changes a member in one transaction, one such change at a time in a service, and takes it back where no owner would be left
 * who has logged in. @throws NOT_FOUND; UNPROCESSABLE_CONTENT `last_owner`; whatever `change` throws
 */
export function changeMembership<T>(
  deps: Deps,
  { serviceId, member: name }: MemberName,
  change: (tx: ClientSession, member: MemberDoc) => Promise<T>,
): Promise<T> {
  const members = memberModel.in(deps.db)
  return inTransaction(deps.db, async (tx) => {
    await lockService(deps, tx, serviceId)
    const member = await members.findOne(
      { serviceId, $or: [{ _id: name }, { userId: name }] },
      { session: tx, maxTimeMS: readBudgetMs },
    )
    if (!member) throw new AppError('NOT_FOUND', 'No such member')

    const result = await change(tx, member)
    if (member.role === 'owner' && member.userId !== null) {
      const owner = { serviceId, role: 'owner', userId: { $ne: null } } as const
      const left = await members.findOne(owner, { session: tx, projection: { _id: 1 }, maxTimeMS: readBudgetMs })
      if (!left) throw lastOwner()
    }
    return result
  })
}

const lastOwner = () => AppError.of('last_owner')

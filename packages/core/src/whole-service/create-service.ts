import { AppError, type CreateServiceInput, limits, type Service } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { readBudgetMs } from '../database/connect.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockUser } from '../people/find-users.ts'
import { insertMember } from '../people/memberships.ts'
import { assertRetention } from '../plans/quotas.ts'
import { insertService } from '../services/manage-services.ts'
import { serviceModel } from '../services/service-model.ts'
import { toService } from '../services/service-shapes.ts'

interface NewService extends CreateServiceInput {
  /** Whether users may create services, or the operator alone. */
  isSelfService: boolean
  /** How many services one user may make. */
  servicesPerUser?: number
}

/**
 * Creates a service; a user becomes its owner, one that the operator creates has no member.
 * @throws FORBIDDEN `self_service_off` and UNPROCESSABLE_CONTENT `too_many_services` to a user; PAYMENT_REQUIRED `quota_exceeded`
 */
export async function createService(
  deps: Deps,
  caller: Person,
  { isSelfService, servicesPerUser = limits.servicesPerUser, ...input }: NewService,
): Promise<Service> {
  if (caller.kind === 'user' && !isSelfService) throw AppError.of('self_service_off')
  assertRetention(deps, {}, input.retentionDays)

  const service = await inTransaction(deps.db, async (tx) => {
    const createdBy = caller.kind === 'user' ? { createdBy: caller.userId } : {}
    if (caller.kind === 'user') await assertMayMakeAnother(deps, tx, { userId: caller.userId, servicesPerUser })
    const inserted = await insertService(deps, { ...input, ...createdBy }, tx)
    const { _id: serviceId, name } = inserted
    if (caller.kind === 'user') {
      await insertMember(deps, tx, { serviceId, userId: caller.userId, invitedEmail: null, role: 'owner' })
    }
    const target = { kind: 'service', id: serviceId, name } as const
    await recordAudit(deps, tx, { caller, serviceId, action: 'service.created', target })
    return inserted
  })
  return toService(deps, service)
}

/** Calls of one user run one after the other from here to their commit. @throws UNPROCESSABLE_CONTENT `too_many_services` */
async function assertMayMakeAnother(
  deps: Deps,
  tx: ClientSession,
  { userId, servicesPerUser }: { userId: string; servicesPerUser: number },
): Promise<void> {
  await lockUser(deps, tx, userId)
  const made = await serviceModel
    .in(deps.db)
    .countDocuments({ createdBy: userId }, { session: tx, maxTimeMS: readBudgetMs })
  if (made >= servicesPerUser) throw AppError.of('too_many_services')
}

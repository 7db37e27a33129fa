import { AppError, type CreateServiceInput, type Service } from '@inlet/contract'
import type { Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { insertMember } from '../people/memberships.ts'
import { assertRetention } from '../plans/quotas.ts'
import { insertService } from '../services/manage-services.ts'
import { toService } from '../services/service-shapes.ts'

interface NewService extends CreateServiceInput {
  /** Whether users may create services, or the operator alone. */
  isSelfService: boolean
}

/**
 * Creates a service; a user becomes its owner, one that the operator creates has no member.
 * @throws FORBIDDEN `self_service_off` to a user; PAYMENT_REQUIRED `quota_exceeded`
 */
export async function createService(
  deps: Deps,
  caller: Person,
  { isSelfService, ...input }: NewService,
): Promise<Service> {
  if (caller.kind === 'user' && !isSelfService) throw AppError.of('self_service_off')
  assertRetention(deps, {}, input.retentionDays)

  const service = await inTransaction(deps.db, async (tx) => {
    const inserted = await insertService(deps, input, tx)
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

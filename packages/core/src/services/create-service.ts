import { type CreateServiceInput, limits, type Service } from '@inlet/contract'
import type { ClientSession } from 'mongodb'
import type { Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { insertMember } from '../members/memberships.ts'
import { type ServiceDoc, serviceModel, toService } from './service-model.ts'

/** Creates a service; a user becomes its owner, one that the operator creates has no member. */
export async function createService(deps: Deps, caller: Person, input: CreateServiceInput): Promise<Service> {
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
  return toService(service)
}

/** Stores a service without members or audit entry; its messages are kept for `retentionDays`, 7 by default. */
export async function insertService(deps: Deps, input: CreateServiceInput, tx?: ClientSession): Promise<ServiceDoc> {
  const service: ServiceDoc = {
    _id: deps.newId(),
    name: input.name,
    retentionDays: input.retentionDays ?? limits.retentionDaysDefault,
    createdAt: deps.clock.now(),
  }
  await serviceModel.in(deps.db).insertOne(service, tx ? { session: tx } : {})
  return service
}

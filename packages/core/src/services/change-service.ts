import type { ChangeServiceInput, Service } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import { assertMay, type Person } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockService } from './lock-service.ts'
import { type ServiceDoc, serviceModel } from './service-model.ts'
import { toService } from './to-service.ts'

/**
 * Changes a service's name or retention; a change of retention applies to mail received from then on. What is as it is wanted already
 * is no change, and is not noted. Asks a user for the role admin. @throws NOT_FOUND; FORBIDDEN `insufficient_role`
 */
export async function changeService(deps: Deps, caller: Person, input: ChangeServiceInput): Promise<Service> {
  const { id, name, retentionDays } = input
  assertMay(caller, id, 'admin')
  const service = await inTransaction(deps.db, async (tx) => {
    const before = await lockService(deps, tx, id)
    const after = { ...before, name: name ?? before.name, retentionDays: retentionDays ?? before.retentionDays }
    const note = changesOf(before, after)
    if (note === '') return before

    const fresh = { name: after.name, retentionDays: after.retentionDays }
    await serviceModel.in(deps.db).updateOne({ _id: id }, { $set: fresh }, { session: tx })
    const target = { kind: 'service', id, name: before.name } as const
    await recordAudit(deps, tx, { caller, serviceId: id, action: 'service.changed', target, note })
    return after
  })
  return toService(service)
}

function changesOf(before: ServiceDoc, after: ServiceDoc): string {
  const changes = (['name', 'retentionDays'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field} ${before[field]} → ${after[field]}`)
  return changes.join(', ')
}

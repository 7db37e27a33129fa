import type { ChangeServiceInput, Service } from '@inlet/contract'
import { assertMay, type Person } from '../access/caller.ts'
import { recordAudit } from '../audit-log/record-audit.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { lockService } from './find-services.ts'
import { type ServiceDoc, serviceModel, toService } from './service-model.ts'

/**
 * Changes a service's name or retention; another retention applies to mail received from then on. Values that stay the same leave no
 * audit entry. A user needs the role admin. @throws NOT_FOUND; FORBIDDEN `insufficient_role`
 */
export async function changeService(deps: Deps, caller: Person, input: ChangeServiceInput): Promise<Service> {
  const { id, name, retentionDays } = input
  assertMay(caller, id, 'admin')
  const service = await inTransaction(deps.db, async (tx) => {
    const before = await lockService(deps, tx, id)
    const after = { ...before, name: name ?? before.name, retentionDays: retentionDays ?? before.retentionDays }
    const note = changesOf(before, after)
    if (note === '') return before

    const changed = { name: after.name, retentionDays: after.retentionDays }
    await serviceModel.in(deps.db).updateOne({ _id: id }, { $set: changed }, { session: tx })
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

import type { CreateServiceInput, Service } from '@inlet/contract'
import { recordAudit } from '../audit-log/record-audit.ts'
import type { Person } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import { addMember } from '../members/add-member.ts'
import { insertService } from './create-service.ts'
import { toService } from './to-service.ts'

/** Makes a service; a user becomes its owner, one that the operator makes has no member yet. */
export async function createService(deps: Deps, caller: Person, input: CreateServiceInput): Promise<Service> {
  const service = await inTransaction(deps.db, async (tx) => {
    const made = await insertService(deps, input, tx)
    if (caller.kind === 'user') {
      await addMember(deps, tx, { serviceId: made._id, userId: caller.userId, invitedEmail: null, role: 'owner' })
    }
    const target = { kind: 'service', id: made._id, name: made.name } as const
    await recordAudit(deps, tx, { caller, serviceId: made._id, action: 'service.created', target })
    return made
  })
  return toService(service)
}

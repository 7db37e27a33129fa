import type { OperatorCaller } from '../caller.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Deps } from '../deps.ts'
import type { AuditEntryDoc } from './audit-entry-model.ts'
import { recordAudit } from './record-audit.ts'

/** Notes what the operator has done to the whole installation rather than to a service, once it is done. */
export async function noteDeed(
  deps: Deps,
  caller: OperatorCaller,
  deed: Pick<AuditEntryDoc, 'action' | 'target'>,
): Promise<void> {
  await inTransaction(deps.db, (tx) => recordAudit(deps, tx, { caller, serviceId: null, ...deed }))
}

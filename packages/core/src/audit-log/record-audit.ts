import type { ClientSession } from 'mongodb'
import { type Caller, isPerson } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import { type AuditEntryDoc, auditEntryModel } from './audit-entry-model.ts'

interface Change extends Pick<AuditEntryDoc, 'serviceId' | 'action' | 'target'> {
  caller: Caller
  note?: string | null
}

/**
 * Records a change by a person in the audit log, inside the transaction of the change, so that neither exists without the other. Changes
 * by API keys are not recorded.
 */
export async function recordAudit(
  deps: Deps,
  tx: ClientSession,
  { caller, note = null, ...change }: Change,
): Promise<void> {
  if (!isPerson(caller)) return
  const actor: AuditEntryDoc['actor'] =
    caller.kind === 'user'
      ? { kind: 'user', id: caller.userId, name: caller.email }
      : { kind: 'operator', id: null, name: caller.name }
  const entry = { ...change, note, ...caller.origin, _id: deps.newId(), actor, at: deps.clock.now() }
  await auditEntryModel.in(deps.db).insertOne(entry, { session: tx })
}

import type { ClientSession } from 'mongodb'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type AuditEntryDoc, auditEntryModel } from './audit-entry-model.ts'

/** What is noted, beside who and when. */
type Deed = Pick<AuditEntryDoc, 'serviceId' | 'action' | 'target'> & { caller: Caller; note?: string | null }

/**
 * Notes what a person does, inside the transaction that does it, so that neither can be without the other. What API keys do is
 * traffic, and is not noted.
 */
export async function recordAudit(
  deps: Deps,
  tx: ClientSession,
  { caller, note = null, ...deed }: Deed,
): Promise<void> {
  if (caller.kind === 'apiKey') return
  const actor: AuditEntryDoc['actor'] =
    caller.kind === 'user'
      ? { kind: 'user', id: caller.userId, name: caller.email }
      : { kind: 'operator', id: null, name: caller.name }
  const entry = { ...deed, note, ...caller.origin, _id: deps.newId(), actor, at: deps.clock.now() }
  await auditEntryModel.in(deps.db).insertOne(entry, { session: tx })
}

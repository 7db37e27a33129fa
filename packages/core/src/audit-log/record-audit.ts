import type { ClientSession } from 'mongodb'
import { decodeTime } from 'ulid'
import { type Caller, isPerson, type Origin, type SystemActor } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import { type AuditEntryDoc, auditEntryModel } from './audit-entry-model.ts'

interface Change extends Pick<AuditEntryDoc, 'serviceId' | 'action' | 'target'> {
  caller: Caller | SystemActor
  note?: string | null
}

/**
 * Records a change by a person or by a job in the audit log, inside the transaction of the change, so that neither exists without the
 * other. Changes by API keys and visitors are not recorded.
 */
export async function recordAudit(
  deps: Deps,
  tx: ClientSession,
  { caller, note = null, ...change }: Change,
): Promise<void> {
  const from = actorAndOrigin(caller)
  if (!from) return
  const _id = deps.newId()
  const entry = { ...change, note, ...from.origin, _id, actor: from.actor, at: new Date(decodeTime(_id)) }
  await auditEntryModel.in(deps.db).insertOne(entry, { session: tx })
}

function actorAndOrigin(caller: Caller | SystemActor): { actor: AuditEntryDoc['actor']; origin: Origin } | null {
  if (caller.kind === 'system') {
    return { actor: { kind: 'system', id: null, name: null }, origin: { ip: null, requestId: '' } }
  }
  if (!isPerson(caller)) return null
  const { origin } = caller
  return caller.kind === 'user'
    ? { actor: { kind: 'user', id: caller.userId, name: caller.email }, origin }
    : { actor: { kind: 'operator', id: null, name: caller.name }, origin }
}

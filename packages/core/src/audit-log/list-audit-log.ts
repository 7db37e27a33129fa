import type { AuditEntry, ListAuditLogInput, Page } from '@inlet/contract'
import { assertMay, type Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import { type AuditEntryDoc, auditEntryModel } from './audit-entry-model.ts'

/**
 * Lists what people did in a service, newest first; it names their addresses, so a user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `invalid_cursor`
 */
export async function listAuditLog(deps: Deps, caller: Caller, input: ListAuditLogInput): Promise<Page<AuditEntry>> {
  assertMay(caller, input.id, 'admin')
  const page = await listNewestFirst<AuditEntryDoc>(
    auditEntryModel.in(deps.db),
    { serviceId: input.id },
    {
      ...input,
      scope: { list: 'auditLog', filters: { id: input.id } },
    },
  )
  return { data: page.data.map(toAuditEntry), meta: page.meta }
}

function toAuditEntry({ _id, actor, target, ...entry }: AuditEntryDoc): AuditEntry {
  return {
    id: _id,
    actor: { kind: actor.kind, id: actor.id, name: actor.name },
    action: entry.action,
    target: { kind: target.kind, id: target.id, name: target.name },
    note: entry.note,
    ip: entry.ip,
    requestId: entry.requestId,
    at: entry.at.toISOString(),
  }
}

import type { AuditEntry, ListAuditLogInput, Page } from '@inlet/contract'
import type { Filter } from 'mongodb'
import { assertMay, type Caller, type OperatorCaller } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import { listNewestFirst } from '../paging/list-newest-first.ts'
import { assertServiceExists } from '../services/find-services.ts'
import { type AuditEntryDoc, auditEntryModel } from './audit-entry-model.ts'

type AuditLogQuery = Omit<ListAuditLogInput, 'id'>

/** An entry with its service; null for a change of the whole installation. */
type InstallationAuditEntry = AuditEntry & { serviceId: string | null }

/**
 * Lists the changes that people made in a service, newest first. Entries contain their e-mail addresses, so a user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `invalid_cursor`
 */
export async function listAuditLog(
  deps: Deps,
  caller: Caller,
  { id, ...query }: ListAuditLogInput,
): Promise<Page<AuditEntry>> {
  assertMay(caller, id, 'admin')
  // The log of a deleted service is for the operator alone.
  if (caller.kind === 'user') await assertServiceExists(deps, id)
  const page = await findEntries(deps, id, query)
  return { data: page.data.map(toAuditEntry), meta: page.meta }
}

/** Lists the audit entries of all services and of the whole installation, for the operator. @throws BAD_REQUEST `invalid_cursor` */
export async function listWholeAuditLog(
  deps: Deps,
  _caller: OperatorCaller,
  query: AuditLogQuery,
): Promise<Page<InstallationAuditEntry>> {
  const page = await findEntries(deps, null, query)
  const data = page.data.map((entry) => ({ ...toAuditEntry(entry), serviceId: entry.serviceId }))
  return { data, meta: page.meta }
}

function findEntries(
  deps: Deps,
  serviceId: string | null,
  { cursor, limit, ...filters }: AuditLogQuery,
): Promise<Page<AuditEntryDoc>> {
  const { actor, action, from, to } = filters
  const filter: Filter<AuditEntryDoc>[] = [
    ...(serviceId === null ? [] : [{ serviceId }]),
    ...(actor === undefined ? [] : [{ $or: [{ 'actor.id': actor }, { 'actor.name': actor }] }]),
    ...(action === undefined ? [] : [{ action }]),
    ...(from === undefined ? [] : [{ at: { $gte: new Date(from) } }]),
    ...(to === undefined ? [] : [{ at: { $lt: new Date(to) } }]),
  ]
  const scope = { list: 'auditLog', filters: { id: serviceId ?? undefined, ...filters } }
  return listNewestFirst<AuditEntryDoc>(auditEntryModel.in(deps.db), filter.length === 0 ? {} : { $and: filter }, {
    cursor,
    limit,
    scope,
  })
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

import type { AuditEntry, ListAuditLogInput, Page } from '@inlet/contract'
import type { Filter } from 'mongodb'
import type { OperatorCaller } from '../access/caller.ts'
import type { Deps } from '../deps.ts'
import { idIndex, listNewestFirst, searchNewestFirst, serviceListIndex } from '../paging/list-newest-first.ts'
import { positionAt } from '../paging/position-at.ts'
import { type AuditEntryDoc, auditEntryModel } from './audit-entry-model.ts'

/** A list request; `maxSearchWaitMs` is how long a search may wait for its turn, 1 s by default. */
export interface ServiceAuditLogQuery extends ListAuditLogInput {
  maxSearchWaitMs?: number
}
type AuditLogQuery = Omit<ServiceAuditLogQuery, 'id'>

/** An entry with its service; null for a change of the whole installation. */
type InstallationAuditEntry = AuditEntry & { serviceId: string | null }

/** Lists the audit entries of a service, newest first, without permission check. @throws as `listWholeAuditLog` */
export async function listServiceEntries(
  deps: Deps,
  { id, ...query }: ServiceAuditLogQuery,
): Promise<Page<AuditEntry>> {
  const page = await findEntries(deps, id, query)
  return { data: page.data.map(toAuditEntry), meta: page.meta }
}

/**
 * Lists the audit entries of all services and of the whole installation, for the operator.
 * @throws BAD_REQUEST `invalid_cursor`; TOO_MANY_REQUESTS `rate_limited`
 */
export async function listWholeAuditLog(
  deps: Deps,
  _caller: OperatorCaller,
  query: AuditLogQuery,
): Promise<Page<InstallationAuditEntry>> {
  const page = await findEntries(deps, null, query)
  const data = page.data.map((entry) => ({ ...toAuditEntry(entry), serviceId: entry.serviceId }))
  return { data, meta: page.meta }
}

/** The searches of the whole log take their turns as if it were a service's. */
const wholeLog = 'whole-audit-log'

async function findEntries(
  deps: Deps,
  serviceId: string | null,
  { cursor, limit, maxSearchWaitMs, ...filters }: AuditLogQuery,
): Promise<Page<AuditEntryDoc>> {
  const { actor, action, from, to } = filters
  const collection = auditEntryModel.in(deps.db)
  const within: Filter<AuditEntryDoc> = { ...(serviceId !== null && { serviceId }), ...idsBetween(from, to) }
  const scope = { list: 'auditLog', filters: { id: serviceId ?? undefined, ...filters } }
  const place = { scope, cursor, limit, index: serviceId === null ? idIndex : serviceListIndex }
  if (actor === undefined && action === undefined) {
    return await listNewestFirst<AuditEntryDoc>(collection, within, place)
  }
  const matching: Filter<AuditEntryDoc> = {
    ...(actor !== undefined && { $or: [{ 'actor.id': actor }, { 'actor.name': actor }] }),
    ...(action !== undefined && { action }),
  }
  const queued = { deps, serviceId: serviceId ?? wholeLog, maxSearchWaitMs }
  return await searchNewestFirst<AuditEntryDoc>({ collection, within, matching, ...queued }, place)
}

/** The ids of a span of time, since each has its entry's. */
function idsBetween(from: string | undefined, to: string | undefined): Filter<AuditEntryDoc> {
  if (from === undefined && to === undefined) return {}
  return {
    _id: {
      ...(from !== undefined && { $gte: positionAt(new Date(from)) }),
      ...(to !== undefined && { $lt: positionAt(new Date(to)) }),
    },
  }
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

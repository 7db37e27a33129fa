import type { AuditEntry, Page } from '@inlet/contract'
import { assertMay, type Caller } from '../access/caller.ts'
import { listServiceEntries, type ServiceAuditLogQuery } from '../audit-log/list-entries.ts'
import type { Deps } from '../deps.ts'
import { assertServiceExists } from './find-services.ts'

/**
 * Lists the changes that people made in a service, newest first. Entries contain their e-mail addresses, so a user needs the role admin.
 * @throws NOT_FOUND; FORBIDDEN `insufficient_role`; BAD_REQUEST `invalid_cursor`; TOO_MANY_REQUESTS `rate_limited` where `actor` or
 * `action` is named and too many searches run at the same time
 */
export async function listAuditLog(deps: Deps, caller: Caller, query: ServiceAuditLogQuery): Promise<Page<AuditEntry>> {
  assertMay(caller, query.id, 'admin')
  // The log of a deleted service is for the operator alone.
  if (caller.kind === 'user') await assertServiceExists(deps, query.id)
  return await listServiceEntries(deps, query)
}

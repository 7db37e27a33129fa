import { Readable } from 'node:stream'
import { type AuditEntry, type ListAuditLogInput, limits, type Page } from '@inlet/contract'
import { listAuditLog, type UserCaller } from '@inlet/core'
import { inUserTurn } from '../../access/user-calls.ts'
import type { ApiContext } from '../../procedure/context.ts'

/** The media type of one JSON object a line. */
export const linesType = 'application/x-ndjson'

/** How long a page waits for other calls of its user, and for other searches: the head is sent, and an error would cut the response off. */
const pageWaitMs = 60_000

/**
 * Lists a page of a service's audit log. To a client that prefers lines to JSON, all entries that match are sent, read page by page as the
 * client takes them. Each page is a turn of the user's, and none is taken while the client reads. @throws what `listAuditLog` throws
 */
export async function auditLogResponse(
  ctx: Pick<ApiContext, 'deps' | 'limits' | 'log' | 'metrics' | 'request' | 'userTurns'>,
  caller: UserCaller,
  input: ListAuditLogInput,
): Promise<Page<AuditEntry>> {
  const { deps, log, request } = ctx
  if (!request.prefers(linesType)) return await listAuditLog(deps, caller, input)

  const whole = { ...input, limit: limits.pageSizeMax }
  const readPage = (cursor: string) =>
    inUserTurn(ctx, { userId: caller.userId, maxWaitMs: pageWaitMs }, () =>
      listAuditLog(deps, caller, { ...whole, cursor, maxSearchWaitMs: pageWaitMs }),
    )
  // Read before the head is sent, so that a refusal has its own status, and in the turn of the call itself.
  const first = await listAuditLog(deps, caller, whole)
  const body = Readable.from(linesOf(first, readPage))
  body.on('error', (error) => log.error({ requestId: request.id, error }, 'response ended early'))
  request.respondWith({ body, headers: { 'Content-Type': linesType } })
  return first
}

async function* linesOf(
  first: Page<AuditEntry>,
  readPage: (cursor: string) => Promise<Page<AuditEntry>>,
): AsyncGenerator<string> {
  for (let page = first; ; page = await readPage(page.meta.cursor)) {
    for (const entry of page.data) yield `${JSON.stringify(entry)}\n`
    if (!page.meta.hasMore) return
  }
}

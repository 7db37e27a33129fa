import { Readable } from 'node:stream'
import { AppError, type AuditEntry, type ListAuditLogInput, limits, type Page } from '@inlet/contract'
import { assertMay, listAuditLog, type UserCaller } from '@inlet/core'
import { authenticate } from '../../access/authenticate.ts'
import { inUserTurn } from '../../access/user-calls.ts'
import { toErrorResponse } from '../../http/error-response.ts'
import type { ApiContext } from '../../procedure/context.ts'

/** The media type of one JSON object a line. */
export const linesType = 'application/x-ndjson'

/** How long a page waits for other calls of its user, and for other searches: the head is sent, and an error would cut the response off. */
const pageWaitMs = 60_000

/** Less than the minute within which an export must have ended, by how long roles are cached. */
const recheckMs = 50_000

/**
 * Lists a page of a service's audit log. To a client that prefers lines to JSON, all entries that match are sent, read page by page as the
 * client takes them. Each page is a turn of the user's, and none is taken while the client reads; the export ends where the client's
 * credential does not allow it any more. @throws what `listAuditLog` throws
 */
export async function auditLogResponse(
  ctx: ApiContext,
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
  const body = Readable.from(linesOf(first, readPage, minuteCheck(ctx, input.id)))
  body.on('error', (thrown) => {
    const { error } = toErrorResponse(thrown, request.id)
    if (error) log.error({ requestId: request.id, error }, 'response ended early')
  })
  request.respondWith({ body, headers: { 'Content-Type': linesType } })
  return first
}

/** Looks at the credential again where that was a minute ago. @throws where it does not allow the export any more */
function minuteCheck(ctx: ApiContext, serviceId: string): () => Promise<void> {
  const now = () => ctx.deps.clock.now().getTime()
  let checkedAt = now()
  return async () => {
    if (now() - checkedAt < recheckMs) return
    const again = await authenticate(ctx)
    if (again.kind !== 'user') throw AppError.of('api_key_not_allowed')
    assertMay(again, serviceId, 'admin')
    checkedAt = now()
  }
}

async function* linesOf(
  first: Page<AuditEntry>,
  readPage: (cursor: string) => Promise<Page<AuditEntry>>,
  assertAllowed: () => Promise<void>,
): AsyncGenerator<string> {
  for (let page = first; ; page = await readPage(page.meta.cursor)) {
    for (const entry of page.data) yield `${JSON.stringify(entry)}\n`
    if (!page.meta.hasMore) return
    await assertAllowed()
  }
}

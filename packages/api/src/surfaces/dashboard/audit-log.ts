import { listAuditLogInput, listAuditLogOutput } from '@inlet/contract'
import { userProcedure } from '../../access/procedures.ts'
import { auditLogResponse, linesType } from './audit-log-response.ts'
import { memberRefusals, overSearches } from './shared.ts'

/** The audit log of the user's services. */
export const auditLogProcedures = {
  listAuditLog: userProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/services/{id}/audit-log',
        operationId: 'listAuditLog',
        tags: ['Audit log'],
        summary: 'List the changes made to a service',
        description:
          'Newest first. The filters may be combined; an entry must match all of them. A search that takes too long returns its results so far, with `hasMore` and a cursor to continue. With `Accept: application/x-ndjson` the response has all matching entries from `cursor` on, regardless of `limit`, each on a line of JSON. If the connection ends without its last chunk, the response is incomplete. Needs the role admin or owner.',
        successDescription: 'A page of entries, or all entries as lines.',
      },
      refusals: { ...memberRefusals('service'), ...overSearches('`actor` or `action`') },
      otherTypes: {
        [linesType]: {
          description: 'One line of JSON for each entry.',
          example:
            '{"id":"01JD3Q6A2D5F7H9K1N3Q5S7V9X","actor":{"kind":"user","id":"01JD3Q2D8E0G2J4M6P8S0V2X4Z","name":"ada@example.com"},"action":"api_key.created","target":{"kind":"apiKey","id":"01JD3Q6A2C4E6G8J0M2P4R6T8W","name":"CI"},"note":"write","ip":"192.0.2.7","requestId":"01JD3QAE7W2Y4A6C8E0G2J4M6P","at":"2026-11-21T09:28:41.507Z"}\n',
        },
      },
    })
    .input(listAuditLogInput)
    .output(listAuditLogOutput)
    .query(({ ctx, input }) => auditLogResponse(ctx, ctx.caller, input)),
}

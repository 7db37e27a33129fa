import { z } from 'zod'
import { auditActions } from './audit-actions.ts'
import { example } from './examples.ts'
import { listEnvelope, pageInput } from './paging.ts'
import { textOf, timestampOut, ulid, ulidOut } from './scalars.ts'

/** One entry: who did what, to which record, from where. */
const auditEntry = z
  .object({
    id: ulidOut,
    actor: z.object({
      kind: z.enum(['user', 'operator', 'system']),
      id: ulidOut.nullable().meta({ description: 'A user’s.' }),
      name: z.string().nullable().meta({ description: 'An e-mail address, or the operator’s name on their machine.' }),
    }),
    action: z.enum(auditActions),
    target: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
    note: z.string().nullable().meta({ description: 'Details of the change, if the action does not say everything.' }),
    ip: z.string().nullable(),
    requestId: z.string(),
    at: timestampOut,
  })
  .meta({
    id: 'AuditEntry',
    description: 'A change that was made to a service.',
    examples: [
      {
        id: example.auditEntryId,
        actor: { kind: 'user', id: example.userId, name: example.email },
        action: 'api_key.created',
        target: { kind: 'apiKey', id: example.apiKeyId, name: 'CI' },
        note: 'write',
        ip: '192.0.2.7',
        requestId: example.requestId,
        at: example.createdAt,
      },
    ],
  })
export type AuditEntry = z.infer<typeof auditEntry>

const time = z.iso.datetime({ offset: true, error: 'expected a time with its zone, as in 2027-01-31T00:00:00Z' })

/** Filters of the log; an entry must match all of them. */
export const auditLogFilters = z.object({
  actor: textOf({ min: 1, max: 320 })
    .meta({
      description:
        "Only what this user did: their id, or their name as the entries have it (a person's e-mail address).",
      examples: [example.userId],
    })
    .optional(),
  action: z
    .enum(auditActions)
    .meta({ description: 'Only this action.', examples: ['api_key.created'] })
    .optional(),
  from: time
    .meta({ description: 'Only entries of this time or later.', examples: ['2026-11-01T00:00:00Z'] })
    .optional(),
  to: time.meta({ description: 'Only entries before this time.', examples: ['2026-12-01T00:00:00Z'] }).optional(),
})

/** Endpoints: GET /services/:id/audit-log */
export const listAuditLogInput = pageInput.extend({
  id: ulid.meta({ description: 'The service.', examples: [example.serviceId] }),
  ...auditLogFilters.shape,
})
export const listAuditLogOutput = listEnvelope(auditEntry)
export type ListAuditLogInput = z.infer<typeof listAuditLogInput>

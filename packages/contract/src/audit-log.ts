import { z } from 'zod'
import { ulid, ulidOut } from './ids.ts'
import { listEnvelope, pageInput } from './paging.ts'
import { timestampOut } from './times.ts'

/** What people and the operator's commands do, as the audit log names it. */
const auditActions = [
  'service.created',
  'member.invited',
  'member.joined',
  'member.changed',
  'member.removed',
  'domain.added',
  'domain.verified',
  'domain.failing',
  'domain.trusted',
  'api_key.created',
  'api_key.rotated',
  'api_key.revoked',
  'address.created',
  'address.extended',
  'address.deleted',
  'message.deleted',
  'account.created',
  'account.password_set',
  'account.disabled',
  'account.enabled',
  'signing_key.rotated',
] as const
export type AuditAction = (typeof auditActions)[number]

/** One thing that somebody did: who, what, to what, from where. */
const auditEntry = z.object({
  id: ulidOut,
  actor: z.object({
    kind: z.enum(['user', 'operator', 'system']),
    id: ulidOut.nullable(),
    name: z.string().nullable(),
  }),
  action: z.enum(auditActions),
  target: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  note: z.string().nullable().meta({ description: 'What changed, where the action does not say it all.' }),
  ip: z.string().nullable(),
  requestId: z.string(),
  at: timestampOut,
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Endpoints: GET /services/:id/audit-log */
export const listAuditLogInput = pageInput.extend({ id: ulid })
export const listAuditLogOutput = listEnvelope(auditEntry)
export type ListAuditLogInput = z.infer<typeof listAuditLogInput>

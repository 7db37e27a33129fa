import { auditActions, daySeconds, limits } from '@inlet/contract'
import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** The record that was changed; `name` is its name for people, never a secret or a body. */
export const auditTarget = z.object({
  kind: z.enum(['service', 'member', 'domain', 'apiKey', 'address', 'message', 'account', 'signingKey', 'webhook']),
  id: z.string(),
  name: z.string().nullable(),
})
export type AuditTarget = z.infer<typeof auditTarget>

/** One change that a person made, or a job. */
export const auditEntryDoc = z.object({
  _id: z.string(),
  /** Null for what concerns the whole installation. */
  serviceId: z.string().nullable(),
  /** `id` is a user's; `name` is the one at that time: an e-mail address, or the operator's name on their machine. */
  actor: z.object({
    kind: z.enum(['user', 'operator', 'system']),
    id: z.string().nullable(),
    name: z.string().nullable(),
  }),
  action: z.enum(auditActions),
  target: auditTarget,
  /** Details, where the action alone does not say what changed. */
  note: z.string().nullable(),
  ip: z.string().nullable(),
  requestId: z.string(),
  /** The time of the id, so that a span of time is a range of ids. */
  at: date,
})
export type AuditEntryDoc = z.infer<typeof auditEntryDoc>

/** The audit log. */
export const auditEntryModel = defineModel<AuditEntryDoc>({
  document: auditEntryDoc,
  name: 'auditLog',
  indexes: [
    // A service's log, newest first.
    { key: { serviceId: 1, _id: -1 } },
    { key: { at: 1 }, expireAfterSeconds: limits.auditKeptDays * daySeconds },
  ],
})

import { type AuditAction, daySeconds, limits } from '@inlet/contract'
import { defineModel } from '../database/model.ts'

/** One change that a person made, or a job. */
export interface AuditEntryDoc {
  _id: string
  /** Null for what concerns the whole installation. */
  serviceId: string | null
  /** `id` is a user's; `name` is the one at that time: an e-mail address, or the operator's name on their machine. */
  actor: { kind: 'user' | 'operator' | 'system'; id: string | null; name: string | null }
  action: AuditAction
  target: AuditTarget
  /** Details, where the action alone does not say what changed. */
  note: string | null
  ip: string | null
  requestId: string
  at: Date
}

/** The record that was changed; `name` is its name for people, never a secret or a body. */
export interface AuditTarget {
  kind: 'service' | 'member' | 'domain' | 'apiKey' | 'address' | 'message' | 'account' | 'signingKey' | 'webhook'
  id: string
  name: string | null
}

/** The audit log. */
export const auditEntryModel = defineModel<AuditEntryDoc>({
  name: 'auditLog',
  indexes: [
    // A service's log, newest first.
    { key: { serviceId: 1, _id: -1 } },
    { key: { at: 1 }, expireAfterSeconds: limits.auditKeptDays * daySeconds },
  ],
})

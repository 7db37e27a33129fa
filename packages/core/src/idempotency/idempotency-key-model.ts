import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** One use of an `Idempotency-Key` by one caller on one route. */
export const idempotencyKeyDoc = z.object({
  /** SHA-256 over caller, route and key: the key itself is not stored. */
  _id: z.string(),
  /** HMAC of the body under the key, so that a password in the body cannot be guessed from it. */
  bodyMac: z.string(),
  /** The id of the new record, the same in every attempt. */
  reservedId: z.string(),
  /** The attempt that is running, and until when; after that another may take over from one that crashed. */
  leaseId: z.string(),
  leaseUntil: date,
  /** The stored reply; absent while the call is in flight. */
  reply: z.unknown().optional(),
  expiresAt: date,
})
export type IdempotencyKeyDoc = z.infer<typeof idempotencyKeyDoc>

/** The collection of idempotency keys. */
export const idempotencyKeyModel = defineModel<IdempotencyKeyDoc>({
  document: idempotencyKeyDoc,
  name: 'idempotencyKeys',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})

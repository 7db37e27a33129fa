import { defineModel } from '../database/model.ts'

/** One use of an `Idempotency-Key` by one caller on one route. */
export interface IdempotencyKeyDoc {
  /** SHA-256 over caller, route and key: the key itself is not stored. */
  _id: string
  /** HMAC of the body under the key, so that a password in the body cannot be guessed from it. */
  bodyMac: string
  /** The id of the new record, the same in every attempt. */
  reservedId: string
  /** The attempt that is running, and until when; after that another may take over from one that crashed. */
  leaseId: string
  leaseUntil: Date
  /** The stored reply; absent while the call is in flight. */
  reply?: unknown
  expiresAt: Date
}

/** The collection of idempotency keys. */
export const idempotencyKeyModel = defineModel<IdempotencyKeyDoc>({
  name: 'idempotencyKeys',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})

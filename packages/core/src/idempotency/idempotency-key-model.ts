import { defineModel } from '../database/model.ts'

/** One use of an `Idempotency-Key` by one caller on one route. */
export interface IdempotencyKeyDoc {
  /** SHA-256 over caller, route and key: the key itself is not stored. */
  _id: string
  /** HMAC of the body under the key, so that a password in it cannot be guessed from here. */
  bodyMac: string
  /** The id that the new record has, however many tries it takes. */
  reservedId: string
  /** Who works on it until when; a crashed one's place is free after that. */
  leaseId: string
  leaseUntil: Date
  /** The stored reply; absent while in flight. */
  reply?: unknown
  expiresAt: Date
}

/** The collection of idempotency keys. */
export const idempotencyKeyModel = defineModel<IdempotencyKeyDoc>({
  name: 'idempotencyKeys',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
})

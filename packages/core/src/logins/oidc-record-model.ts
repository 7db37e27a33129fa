import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** One record of the embedded provider: a session, a grant, a code, a refresh token, an interaction. */
export const oidcRecordDoc = z.object({
  /** SHA-256 of kind and id, hexadecimal: the ids of some kinds are secrets of their bearers. */
  _id: z.string(),
  kind: z.string(),
  /** The provider's own fields as JSON text: clients choose some names in it, which the database must not read as field names. */
  payload: z.string(),
  /** The provider's search keys; absent where a kind has none. */
  uid: z.string().optional(),
  grantId: z.string().optional(),
  accountId: z.string().optional(),
  /** Of a login device: a hash that represents the account. A deleted account or a new password does not remove it. */
  accountMark: z.string().optional(),
  /** When a code or refresh token was used. */
  consumedAt: date.optional(),
  expiresAt: date,
})
export type OidcRecordDoc = z.infer<typeof oidcRecordDoc>

/** The collection of the embedded provider's records. */
export const oidcRecordModel = defineModel<OidcRecordDoc>({
  document: oidcRecordDoc,
  name: 'oidc',
  indexes: [
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    // The session of a token.
    { key: { uid: 1 }, partialFilterExpression: { uid: { $exists: true } } },
    // All records that are removed when a grant is revoked.
    { key: { grantId: 1 }, partialFilterExpression: { grantId: { $exists: true } } },
    // All records that are removed when a password changes.
    { key: { accountId: 1 }, partialFilterExpression: { accountId: { $exists: true } } },
    // The login devices of an account, newest first.
    { key: { accountMark: 1, expiresAt: -1 }, partialFilterExpression: { accountMark: { $exists: true } } },
  ],
})

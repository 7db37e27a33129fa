import { defineModel } from '../database/model.ts'

/** One thing that the embedded provider remembers: a login, a grant, a code, a refresh token, an interaction. */
export interface OidcRecordDoc {
  /** SHA-256 of kind and id, hexadecimal: the ids of some kinds are secrets of their bearers. */
  _id: string
  kind: string
  /** The provider's own fields as JSON: names in it may be any client's, so the database never sees them as names. */
  payload: string
  /** What the provider looks for; absent where a kind has none. */
  uid?: string
  grantId?: string
  accountId?: string
  /** Of a browser that is known: a hash that stands for the account, whose end or other password does not end it. */
  accountMark?: string
  /** A code or refresh token that was used once. */
  consumedAt?: Date
  expiresAt: Date
}

/** The collection of the embedded provider's records. */
export const oidcRecordModel = defineModel<OidcRecordDoc>({
  name: 'oidc',
  indexes: [
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    // Which login a token belongs to.
    { key: { uid: 1 }, partialFilterExpression: { uid: { $exists: true } } },
    // Everything that goes when a grant is revoked.
    { key: { grantId: 1 }, partialFilterExpression: { grantId: { $exists: true } } },
    // Everything that goes when a password changes.
    { key: { accountId: 1 }, partialFilterExpression: { accountId: { $exists: true } } },
    // An account's known browsers, newest first.
    { key: { accountMark: 1, expiresAt: -1 }, partialFilterExpression: { accountMark: { $exists: true } } },
  ],
})

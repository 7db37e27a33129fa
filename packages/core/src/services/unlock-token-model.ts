import { defineModel } from '../database/model.ts'

/** A token that opens a locked service to a visitor. */
export interface UnlockTokenDoc {
  /** SHA-256 of the token, in base64url. */
  _id: string
  serviceId: string
  /** The lock's version whose password was shown. */
  lockVersion: string
  expiresAt: Date
}

/** The collection of unlock tokens. */
export const unlockTokenModel = defineModel<UnlockTokenDoc>({
  name: 'unlockTokens',
  indexes: [
    // Removes tokens that have ended.
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    // Those of a deleted service.
    { key: { serviceId: 1 } },
  ],
})

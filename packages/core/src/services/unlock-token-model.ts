import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** A token that opens a locked service to a visitor. */
export const unlockTokenDoc = z.object({
  /** SHA-256 of the token, in base64url. */
  _id: z.string(),
  serviceId: z.string(),
  /** The lock's version whose password was shown. */
  lockVersion: z.string(),
  expiresAt: date,
})
export type UnlockTokenDoc = z.infer<typeof unlockTokenDoc>

/** The collection of unlock tokens. */
export const unlockTokenModel = defineModel<UnlockTokenDoc>({
  document: unlockTokenDoc,
  name: 'unlockTokens',
  indexes: [
    // Removes tokens that have ended.
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
    // Those of a deleted service.
    { key: { serviceId: 1 } },
  ],
})

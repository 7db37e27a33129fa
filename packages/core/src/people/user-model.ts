import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** A person as an identity provider identifies them, stored at their first call. */
export const userDoc = z.object({
  _id: z.string(),
  /** Issuer and subject of their tokens (OpenID Connect Core §2): together they identify the person. */
  iss: z.string(),
  sub: z.string(),
  /** As the provider last said; null where it never did. */
  email: z.string().nullable(),
  isEmailVerified: z.boolean(),
  name: z.string().nullable(),
  createdAt: date,
  /** When the provider's userinfo endpoint may be asked again. */
  profileDueAt: date,
})
export type UserDoc = z.infer<typeof userDoc>

/** The collection of users. */
export const userModel = defineModel<UserDoc>({
  document: userDoc,
  name: 'users',
  indexes: [
    // A call finds its user by it; two simultaneous first calls create one user.
    { key: { iss: 1, sub: 1 }, unique: true },
  ],
})

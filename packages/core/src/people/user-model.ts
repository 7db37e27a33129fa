import { foldEmail } from '@inlet/contract'
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
  /** Incremented by `lockUser`, so that two simultaneous changes of what belongs to the user conflict in the database. */
  revision: z.number().optional(),
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

/** The address of a user that their provider has verified, folded, or null. Any other one is merely claimed. */
export const verifiedEmailOf = ({
  email,
  isEmailVerified,
}: Pick<UserDoc, 'email' | 'isEmailVerified'>): string | null =>
  isEmailVerified && email !== null ? foldEmail(email) : null

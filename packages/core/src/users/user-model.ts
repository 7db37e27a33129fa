import { defineModel } from '../database/model.ts'

/** A person as an identity provider identifies them, stored at their first call. */
export interface UserDoc {
  _id: string
  /** Issuer and subject of their tokens (OpenID Connect Core §2): together they identify the person. */
  iss: string
  sub: string
  /** As the provider last said; null where it never did. */
  email: string | null
  isEmailVerified: boolean
  name: string | null
  createdAt: Date
  /** When the provider's userinfo endpoint may be asked again. */
  profileDueAt: Date
}

/** The collection of users. */
export const userModel = defineModel<UserDoc>({
  name: 'users',
  indexes: [
    // A call finds its user by it; two simultaneous first calls create one user.
    { key: { iss: 1, sub: 1 }, unique: true },
  ],
})

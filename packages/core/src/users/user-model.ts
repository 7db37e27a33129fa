import { defineModel } from '../database/model.ts'

/** A person as an identity provider names them, known since their first call. */
export interface UserDoc {
  _id: string
  /** Issuer and subject of their tokens (OpenID Connect Core §2): together they name the person. */
  iss: string
  sub: string
  /** As the provider last told it; null where it never did. */
  email: string | null
  isEmailVerified: boolean
  name: string | null
  createdAt: Date
  /** When the provider may be asked again for what its tokens do not tell. */
  profileDueAt: Date
}

/** The collection of users. */
export const userModel = defineModel<UserDoc>({
  name: 'users',
  indexes: [
    // How a call finds its user, and why two first calls at once make one.
    { key: { iss: 1, sub: 1 }, unique: true },
  ],
})

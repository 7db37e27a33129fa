import { defineModel } from '../database/model.ts'

/** A login of the embedded provider. */
export interface AccountDoc {
  _id: string
  /** Folded by the contract's `foldEmail`. */
  email: string
  /** Made by `hashPassword` of the identity package; begins with its own parameters. */
  passwordHash: string
  name: string | null
  isEmailVerified: boolean
  createdAt: Date
  /** When it was disabled: from then on logins and tokens are refused. */
  disabledAt: Date | null
  /** A full second; logins before it and their tokens are refused. Every change of the password moves it. */
  tokensValidFrom: Date
  /** A full second; logins before it are refused, tokens without a login are not. Set where a person ends their logins. */
  loginsValidFrom?: Date
  /** Incremented by every token grant, so that a grant and a simultaneous change of the account conflict in the database. */
  revision?: number
}

/** The collection of accounts. */
export const accountModel = defineModel<AccountDoc>({
  name: 'accounts',
  // A login finds its account by it; two accounts cannot share an address.
  indexes: [{ key: { email: 1 }, unique: true }],
})

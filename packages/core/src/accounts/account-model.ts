import { defineModel } from '../database/model.ts'

/** A person who logs in at the embedded provider. */
export interface AccountDoc {
  _id: string
  /** Folded by the contract's `foldEmail`. */
  email: string
  /** With its own parameters in front; how it is made is the identity package's. */
  passwordHash: string
  name: string | null
  isEmailVerified: boolean
  createdAt: Date
  /** From then on nobody logs in with it, and its tokens are refused. */
  disabledAt: Date | null
  /** A full second; logins from before, and tokens of theirs, are refused. It moves on with every change of password. */
  tokensValidFrom: Date
  /** Counted up by every token that is granted, so that a grant and a change of the account at once do not pass each other unseen. */
  revision?: number
}

/** The collection of accounts. */
export const accountModel = defineModel<AccountDoc>({
  name: 'accounts',
  // How a login finds its account, and what keeps two from sharing an address.
  indexes: [{ key: { email: 1 }, unique: true }],
})

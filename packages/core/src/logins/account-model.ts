import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** A login of the embedded provider. */
export const accountDoc = z.object({
  _id: z.string(),
  /** Folded by the contract's `foldEmail`. */
  email: z.string(),
  /** Made by `hashPassword` of the identity package; begins with its own parameters. */
  passwordHash: z.string(),
  name: z.string().nullable(),
  isEmailVerified: z.boolean(),
  createdAt: date,
  /** When it was disabled: from then on logins and tokens are refused. */
  disabledAt: date.nullable(),
  /** A full second; logins before it and their tokens are refused. Every change of the password moves it. */
  tokensValidFrom: date,
  /** A full second; logins before it are refused, tokens without a login are not. Set where a person ends their logins. */
  loginsValidFrom: date.optional(),
  /** Incremented by every token grant, so that a grant and a simultaneous change of the account conflict in the database. */
  revision: z.number().optional(),
})
export type AccountDoc = z.infer<typeof accountDoc>

/** The collection of accounts. */
export const accountModel = defineModel<AccountDoc>({
  document: accountDoc,
  name: 'accounts',
  // A login finds its account by it; two accounts cannot share an address.
  indexes: [{ key: { email: 1 }, unique: true }],
})

import { z } from 'zod'
import { date } from '../database/bson.ts'
import { defineModel } from '../database/model.ts'

/** A key pair of the embedded provider, and the secret that signs its cookies. */
export const signingKeyDoc = z.object({
  /** The key's `kid`. */
  _id: z.string(),
  /** 1, 2, 3 …: the key with the highest number signs. */
  generation: z.number(),
  /** The private key as a JWK (RFC 7517), as JSON. */
  privateJwk: z.string(),
  /** 32 random bytes, base64url. */
  cookieSecret: z.string(),
  createdAt: date,
  /** When everything that it signed has expired; null for the key that signs now. */
  expiresAt: date.nullable(),
})
export type SigningKeyDoc = z.infer<typeof signingKeyDoc>

/** The collection of signing keys. */
export const signingKeyModel = defineModel<SigningKeyDoc>({
  document: signingKeyDoc,
  name: 'signingKeys',
  indexes: [
    // Lets one of several simultaneous rotations succeed.
    { key: { generation: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
})

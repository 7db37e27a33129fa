import { defineModel } from '../database/model.ts'

/** A key pair of the embedded provider, and the secret that its cookies are signed with. */
export interface SigningKeyDoc {
  /** The key's `kid`. */
  _id: string
  /** 1, 2, 3 …: the newest signs. */
  generation: number
  /** The private key as a JWK (RFC 7517), as JSON. */
  privateJwk: string
  /** 32 random bytes, base64url. */
  cookieSecret: string
  createdAt: Date
  /** When the last thing that it signed has expired; null for the one that signs. */
  expiresAt: Date | null
}

/** The collection of signing keys. */
export const signingKeyModel = defineModel<SigningKeyDoc>({
  name: 'signingKeys',
  indexes: [
    // Decides which of several processes makes the next key.
    { key: { generation: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
})

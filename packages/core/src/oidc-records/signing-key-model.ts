import { defineModel } from '../database/model.ts'

/** A key pair of the embedded provider, and the secret that signs its cookies. */
export interface SigningKeyDoc {
  /** The key's `kid`. */
  _id: string
  /** 1, 2, 3 …: the key with the highest number signs. */
  generation: number
  /** The private key as a JWK (RFC 7517), as JSON. */
  privateJwk: string
  /** 32 random bytes, base64url. */
  cookieSecret: string
  createdAt: Date
  /** When everything that it signed has expired; null for the key that signs now. */
  expiresAt: Date | null
}

/** The collection of signing keys. */
export const signingKeyModel = defineModel<SigningKeyDoc>({
  name: 'signingKeys',
  indexes: [
    // Lets one of several simultaneous rotations succeed.
    { key: { generation: 1 }, unique: true },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
})

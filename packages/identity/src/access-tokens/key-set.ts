import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose'

/** Keys that verify signatures. A changed set of keys is another object. */
export interface KeySet {
  find: JWTVerifyGetKey
}

/** The source of an issuer's keys. */
export interface KeySource {
  /** The current keys. @throws SERVICE_UNAVAILABLE when none were ever read */
  current(): Promise<KeySet>
  /** Reads the keys again, since one is missing in `than`; at most every few seconds, and otherwise returns the current ones. */
  newer(than: KeySet): Promise<KeySet>
}

const maxKeys = 100
// Not `oct`: a shared secret in a public document is not secret.
const keyTypes = new Set(['RSA', 'EC', 'OKP'])

/** The usable public keys of a JWK Set (RFC 7517). @throws Error where it is not a set */
export function publicKeysOf(document: unknown): JWK[] {
  if (!isRecord(document) || !Array.isArray(document.keys)) throw new Error('The document is no JWK Set')
  return document.keys
    .slice(0, maxKeys)
    .filter(isRecord)
    .filter(
      ({ kty, kid }) => typeof kty === 'string' && keyTypes.has(kty) && ['string', 'undefined'].includes(typeof kid),
    )
    .map(withoutPrivateParts)
}

/** A set of these keys; a token without `kid` is verified with each key of its algorithm. */
export function keySetOf(keys: JWK[]): KeySet {
  return { find: createLocalJWKSet({ keys }) }
}

function withoutPrivateParts({ d, p, q, dp, dq, qi, k, oth, ...rest }: JWK): JWK {
  return rest
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

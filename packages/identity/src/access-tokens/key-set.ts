import { createLocalJWKSet, type JWK, type JWTVerifyGetKey } from 'jose'

/** Some keys that signatures are checked with. Another set of keys is another object. */
export interface KeySet {
  find: JWTVerifyGetKey
}

/** Where an issuer's keys come from. */
export interface KeySource {
  /** The keys known now. @throws SERVICE_UNAVAILABLE when none were ever known */
  current(): Promise<KeySet>
  /** Asks the issuer again since a key is missing in `than`; at most every few seconds, otherwise it gives what is known. */
  newer(than: KeySet): Promise<KeySet>
}

const maxKeys = 100
// No `oct`: a shared secret in a public document is no secret.
const keyTypes = new Set(['RSA', 'EC', 'OKP'])

/** The usable public keys of a JWK Set (RFC 7517); what else stands in it is left out. @throws Error where it is no set */
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

/** A set of these keys; a token that names none is tried with each that fits its algorithm. */
export function keySetOf(keys: JWK[]): KeySet {
  return { find: createLocalJWKSet({ keys }) }
}

function withoutPrivateParts({ d, p, q, dp, dq, qi, k, oth, ...rest }: JWK): JWK {
  return rest
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

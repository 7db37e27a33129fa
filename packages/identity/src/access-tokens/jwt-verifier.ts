import { createHash } from 'node:crypto'
import { AppError } from '@inlet/contract'
import type { Clock, Identity } from '@inlet/core'
import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { isAccessToken, profileClaims } from './access-token-claims.ts'
import type { KeySet, KeySource } from './key-set.ts'

const tokenMaxChars = 8 * 1024
const subMaxChars = 255
const algorithms = ['RS256', 'ES256', 'EdDSA']
const clockDifferenceSeconds = 30
const cacheMs = 60_000

/**
 * Verifies a Bearer token. @returns the person that it identifies
 * @throws UNAUTHORIZED `invalid_token` or `token_expired`; SERVICE_UNAVAILABLE, with a time to retry, where the issuer's keys are not known
 */
export type VerifyAccessToken = (token: string) => Promise<Identity>

interface VerifierOptions {
  issuer: string
  audience: string
  clock: Clock
  keys: KeySource
  /** By how much the issuer's clock may differ from ours; 30 by default. */
  toleranceSeconds?: number
  /** Called for every call of a token, also for one whose signature is cached. */
  isRevoked?: (token: TokenOrigin) => Promise<boolean>
}

/** The login of a token. */
export interface TokenOrigin {
  sub: string
  /** Its `sid`; null where it has none. */
  sid: string | null
  /** Its `auth_time`, else its `iat`, in Unix seconds; 0 where it has neither. */
  loggedInAt: number
}

interface Checked {
  identity: Identity
  origin: TokenOrigin
  /** Unix seconds. */
  expiresAt: number
  cachedUntilMs: number
  /** A cached signature counts only while these are the issuer's keys. */
  keySet: KeySet
}

/**
 * Makes the verifier of JWT access tokens (RFC 9068, RFC 8725): RS256, ES256 and EdDSA only; `iss`, `aud`, and `exp`, `nbf` with some
 * tolerance; at most 8 KiB. A verified signature is cached for a minute; `exp` is checked at every call.
 */
export function jwtVerifier(options: VerifierOptions): VerifyAccessToken {
  const { issuer, audience, clock, keys, isRevoked, toleranceSeconds = clockDifferenceSeconds } = options
  const known = new LRUCache<string, Checked>({ max: 10_000 })

  async function check(token: string, keySet: KeySet): Promise<Checked> {
    const first = await verify(token, keySet)
    const missing = first instanceof Error && mayBeMissing(first, token)
    // Signed with an unknown key: the issuer may have a new one.
    const usedKeys = missing ? await keys.newer(keySet) : keySet
    const verified = usedKeys === keySet ? first : await verify(token, usedKeys)
    if (verified instanceof Error) throw tokenError(verified)

    const { payload, protectedHeader } = verified
    const { sub, sid, exp, iat, auth_time: authTime } = payload
    if (!isAccessToken(protectedHeader.typ, payload)) throw invalidToken('This is no access token')
    if (typeof sub !== 'string' || sub === '' || sub.length > subMaxChars || exp === undefined) throw invalidToken()
    return {
      identity: { iss: issuer, sub, ...profileClaims.parse(payload) },
      origin: {
        sub,
        sid: typeof sid === 'string' ? sid : null,
        loggedInAt: [authTime, iat].find((time) => typeof time === 'number') ?? 0,
      },
      expiresAt: exp,
      cachedUntilMs: clock.now().getTime() + cacheMs,
      keySet: usedKeys,
    }
  }

  /** The verified token, or its error: any error of the library counts as an error of the token. */
  async function verify(token: string, keySet: KeySet): Promise<JWTVerifyResult<JWTPayload> | Error> {
    const rules = {
      issuer,
      audience,
      algorithms,
      clockTolerance: toleranceSeconds,
      currentDate: clock.now(),
      requiredClaims: ['exp', 'sub'],
    }
    try {
      return await jwtVerify(token, keySet.find, rules)
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return asError(error)
      for await (const key of error) {
        const verified = await jwtVerify(token, key, rules).catch(asError)
        if (!(verified instanceof errors.JWSSignatureVerificationFailed)) return verified
      }
      return new errors.JWSSignatureVerificationFailed()
    }
  }

  const isPast = ({ expiresAt }: Checked) => expiresAt <= Math.floor(clock.now().getTime() / 1000) - toleranceSeconds

  return async (token) => {
    if (token.length > tokenMaxChars || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) throw invalidToken()
    const keySet = await keys.current()
    const digest = createHash('sha256').update(token).digest('base64url')
    const remembered = known.get(digest)
    const isCached = remembered?.keySet === keySet && remembered.cachedUntilMs > clock.now().getTime()
    const checked = isCached ? remembered : await check(token, keySet)
    known.set(digest, checked)

    if (isPast(checked)) throw tokenExpired()
    if (await isRevoked?.(checked.origin)) throw invalidToken('This token was revoked')
    return checked.identity
  }
}

/** Whether another key of the issuer could make this token valid. */
function mayBeMissing(error: Error, token: string): boolean {
  if (error instanceof errors.JWKSNoMatchingKey) return true
  return error instanceof errors.JWSSignatureVerificationFailed && decodeProtectedHeader(token).kid === undefined
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error('verification failed'))

const tokenError = (error: Error) => (error instanceof errors.JWTExpired ? tokenExpired() : invalidToken())

const invalidToken = (message = 'This token is not valid') => AppError.of('invalid_token', { message })

const tokenExpired = () => AppError.of('token_expired')

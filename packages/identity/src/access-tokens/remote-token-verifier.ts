import { AppError } from '@inlet/contract'
import type { Clock, Identity } from '@inlet/core'
import type { Background, Log } from '@inlet/runtime'
import { z } from 'zod'
import { profileClaims } from './access-token-claims.ts'
import { fetchJson, HttpStatusError } from './fetch-json.ts'
import { jwtVerifier, type VerifyAccessToken } from './jwt-verifier.ts'
import { type KeySet, type KeySource, keySetOf, publicKeysOf } from './key-set.ts'

const documentMaxBytes = 64 * 1024
const keysMaxBytes = 256 * 1024
const refreshAfterMs = 10 * 60_000
/** The shortest time between two requests to the issuer, however many tokens name missing keys. */
const cooldownMs = 10_000
const retryAfterSeconds = 5

const discoveryDocument = z.object({
  issuer: z.string(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  // Browsers call these: whatever else is there, tokens can be verified.
  token_endpoint: z.url().optional().catch(undefined),
  revocation_endpoint: z.url().optional().catch(undefined),
})

/** Verifies the access tokens of one issuer. */
export interface AccessTokenVerifier {
  verify: VerifyAccessToken
  /**
   * The same identity with e-mail address and name from the issuer's userinfo endpoint: one HTTP request, so only where it is needed.
   * @throws as `verify` does; SERVICE_UNAVAILABLE where the issuer does not answer
   */
  fetchUserInfo(token: string): Promise<Identity>
}

interface RemoteTokenVerifier extends AccessTokenVerifier {
  /** The origins of the endpoints that a browser calls to log in, as far as they are known; none while the issuer does not answer. */
  endpointOrigins(): Promise<string[]>
}

interface RemoteVerifierOptions {
  /** As configured; the tokens' `iss` and the discovery document must have exactly the same text. */
  issuer: string
  audience: string
  clock: Clock
  background: Background
  log: Log
}

interface Known {
  keySet: KeySet
  /** The keys as text, to detect a change. */
  written: string
  userInfoEndpoint: string | null
  endpointOrigins: string[]
  loadedAtMs: number
}

/**
 * Makes the verifier for an issuer with OpenID Connect Discovery 1.0. Its keys are read at the first token, again every ten minutes while
 * they are used, and when a token names a missing one, at most every 10 s. While the issuer does not answer, the last keys are used.
 */
export function remoteTokenVerifier(options: RemoteVerifierOptions): RemoteTokenVerifier {
  const { issuer, audience, clock, background, log } = options
  const nowMs = () => clock.now().getTime()
  let known: Known | null = null
  let readError: Error | null = null
  let triedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  /** Reads document and keys again; never rejects, but stores the error. */
  function load(): Promise<void> {
    running ??= loadOnce().finally(() => {
      running = null
    })
    return running
  }

  async function loadOnce(): Promise<void> {
    triedAtMs = nowMs()
    try {
      const fresh = await readIssuer(issuer, nowMs)
      // Unchanged keys stay the same object, so that cached signatures stay valid.
      known = known?.written === fresh.written ? { ...fresh, keySet: known.keySet } : fresh
      readError = null
    } catch (error) {
      readError = error instanceof Error ? error : new Error('the issuer could not be read')
      log.warn({ error: readError, issuer }, 'the issuer of tokens could not be read')
    }
  }

  async function ready(): Promise<Known> {
    const mayRead = nowMs() - triedAtMs >= (known ? cooldownMs : retryAfterSeconds * 1000)
    if (!known && (mayRead || running)) await load()
    if (!known) throw unavailable(readError)
    if (mayRead && nowMs() - known.loadedAtMs >= refreshAfterMs) background.run('read-issuer', load)
    return known
  }

  const keys: KeySource = {
    current: async () => (await ready()).keySet,
    async newer(than) {
      const before = await ready()
      if (before.keySet !== than) return before.keySet
      if (running || nowMs() - triedAtMs >= cooldownMs) await load()
      // The token may be valid with a new key, so it is not refused while the issuer does not answer.
      if (readError) throw unavailable(readError)
      return (await ready()).keySet
    },
  }
  const verify = jwtVerifier({ issuer, audience, clock, keys })

  return {
    verify,
    // `load` has logged the error.
    endpointOrigins: () =>
      ready()
        .then((issuerNow) => issuerNow.endpointOrigins)
        .catch(() => []),
    async fetchUserInfo(token) {
      const identity = await verify(token)
      const { userInfoEndpoint } = await ready()
      const claims = userInfoEndpoint === null ? null : await readUserInfo(userInfoEndpoint, token)
      // A response about another subject must not be used (OIDC Core §5.3.2).
      if (claims?.sub !== identity.sub) return identity
      const { email, isEmailVerified, name } = profileClaims.parse(claims)
      return { ...identity, ...(email ? { email, isEmailVerified } : {}), name: name ?? identity.name }
    },
  }
}

/**
 * Reads an issuer's discovery document and the keys that it names.
 * @throws an Error with the reason; ZodError where the document or the keys have another shape
 */
export async function readIssuer(issuer: string, nowMs: () => number): Promise<Known> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = discoveryDocument.parse(await fetchJson({ url, maxBytes: documentMaxBytes }))
  if (document.issuer !== issuer) {
    throw new Error(
      `The issuer calls itself ${JSON.stringify(document.issuer.slice(0, 200))}: OIDC_ISSUER must be the same text`,
    )
  }
  const { jwks_uri: keysUrl, userinfo_endpoint: userInfoEndpoint = null } = document
  for (const named of [keysUrl, userInfoEndpoint]) if (named !== null) assertAsSafe(named, issuer)

  const { token_endpoint: token, revocation_endpoint: revocation } = document
  const called = [token, revocation, userInfoEndpoint ?? undefined].filter((url) => url !== undefined)
  const keys = publicKeysOf(await fetchJson({ url: keysUrl, maxBytes: keysMaxBytes }))
  if (keys.length === 0) throw new Error('The issuer has no key that could be used')
  return {
    keySet: keySetOf(keys),
    written: JSON.stringify(keys),
    userInfoEndpoint,
    endpointOrigins: [...new Set(called.map((url) => new URL(url).origin))],
    loadedAtMs: nowMs(),
  }
}

/** Endpoints of the discovery document must be HTTPS, unless the configured issuer itself is plain HTTP. */
function assertAsSafe(url: string, issuer: string): void {
  const { protocol } = new URL(url)
  if (protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'))) return
  throw new Error('The issuer names an endpoint that is not HTTPS')
}

async function readUserInfo(url: string, token: string): Promise<Record<string, unknown> | null> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    return z.record(z.string(), z.unknown()).parse(await fetchJson({ url, maxBytes: documentMaxBytes, headers }))
  } catch (error) {
    // The token is not valid for that endpoint, which is not an error: the claims stay unknown.
    if (error instanceof HttpStatusError && [401, 403].includes(error.status)) return null
    throw unavailable(error)
  }
}

const unavailable = (cause: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', 'The issuer of this token does not answer', { retryAfterSeconds, cause })

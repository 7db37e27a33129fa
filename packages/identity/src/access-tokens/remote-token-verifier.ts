import { AppError } from '@inlet/contract'
import type { Clock } from '@inlet/core'
import type { Background, Log } from '@inlet/runtime'
import { z } from 'zod'
import { type Identity, profileClaims } from './access-token-claims.ts'
import { fetchJson, HttpStatusError } from './fetch-json.ts'
import { jwtVerifier, type VerifyAccessToken } from './jwt-verifier.ts'
import { type KeySet, type KeySource, keySetOf, publicKeysOf } from './key-set.ts'

const documentMaxBytes = 64 * 1024
const keysMaxBytes = 256 * 1024
const refreshAfterMs = 10 * 60_000
/** Between two questions to the issuer, however many tokens name keys that it does not have. */
const cooldownMs = 10_000
const retryAfterSeconds = 5

const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() })

/** Who issues the tokens that the API takes. */
export interface AccessTokenVerifier {
  verify: VerifyAccessToken
  /**
   * The same identity with what the issuer's userinfo endpoint says of e-mail and name: one HTTP request, so only where it is needed.
   * @throws as `verify` does; SERVICE_UNAVAILABLE where the issuer does not answer
   */
  fetchUserInfo(token: string): Promise<Identity>
}

interface RemoteVerifierOptions {
  /** As the operator wrote it; the tokens' `iss` and the discovery document must say exactly the same. */
  issuer: string
  audience: string
  clock: Clock
  background: Background
  log: Log
}

interface Known {
  keySet: KeySet
  /** The keys as text, to tell whether they changed. */
  written: string
  userInfoEndpoint: string | null
  loadedAtMs: number
}

/**
 * Makes an issuer of OpenID Connect Discovery 1.0 usable. Its keys are read at the first token, again every ten minutes while they are
 * used, and when a token names one that is missing, at most every 10 s. While it does not answer, the keys known so far go on working.
 */
export function remoteTokenVerifier(options: RemoteVerifierOptions): AccessTokenVerifier {
  const { issuer, audience, clock, background, log } = options
  const nowMs = () => clock.now().getTime()
  let known: Known | null = null
  let fault: Error | null = null
  let triedAtMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null

  /** Reads everything anew; never fails, but notes what went wrong. */
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
      // The same keys stay the same object, so that what was checked with them stays checked.
      known = known?.written === fresh.written ? { ...fresh, keySet: known.keySet } : fresh
      fault = null
    } catch (error) {
      fault = error instanceof Error ? error : new Error('the issuer could not be read')
      log.warn({ error: fault, issuer }, 'the issuer of tokens could not be read')
    }
  }

  async function ready(): Promise<Known> {
    const mayAsk = nowMs() - triedAtMs >= (known ? cooldownMs : retryAfterSeconds * 1000)
    if (!known && (mayAsk || running)) await load()
    if (!known) throw unavailable(fault)
    if (mayAsk && nowMs() - known.loadedAtMs >= refreshAfterMs) background.run('read-issuer', load)
    return known
  }

  const keys: KeySource = {
    current: async () => (await ready()).keySet,
    async newer(than) {
      const before = await ready()
      if (before.keySet !== than) return before.keySet
      if (running || nowMs() - triedAtMs >= cooldownMs) await load()
      // It may be a good token of a new key, so the issuer's silence is not held against it.
      if (fault) throw unavailable(fault)
      return (await ready()).keySet
    },
  }
  const verify = jwtVerifier({ issuer, audience, clock, keys })

  return {
    verify,
    async fetchUserInfo(token) {
      const identity = await verify(token)
      const { userInfoEndpoint } = await ready()
      const claims = userInfoEndpoint === null ? null : await readUserInfo(userInfoEndpoint, token)
      // An answer about somebody else must not be used (OIDC Core §5.3.2).
      if (claims?.sub !== identity.sub) return identity
      const { email, isEmailVerified, name } = profileClaims.parse(claims)
      return { ...identity, ...(email ? { email, isEmailVerified } : {}), name: name ?? identity.name }
    },
  }
}

/**
 * Reads an issuer's discovery document and the keys that it names.
 * @throws an Error that says what cannot be used; ZodError where the document or the keys have another shape
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

  const keys = publicKeysOf(await fetchJson({ url: keysUrl, maxBytes: keysMaxBytes }))
  if (keys.length === 0) throw new Error('The issuer has no key that could be used')
  return { keySet: keySetOf(keys), written: JSON.stringify(keys), userInfoEndpoint, loadedAtMs: nowMs() }
}

/** What the discovery document names is read like the document itself: by HTTPS, except where the operator's issuer is plain HTTP too. */
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
    // The token was not made for that endpoint, which is no fault: then there is nothing to learn.
    if (error instanceof HttpStatusError && [401, 403].includes(error.status)) return null
    throw unavailable(error)
  }
}

const unavailable = (cause: unknown) =>
  new AppError('SERVICE_UNAVAILABLE', 'The issuer of this token does not answer', { retryAfterSeconds, cause })

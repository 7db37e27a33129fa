import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError, errorMapping, rateLimitHeaders } from '@inlet/contract'
import { type Deps, databaseError, type RateLimiter } from '@inlet/core'
import { type AccessMetrics, addressBlock, type Log } from '@inlet/runtime'
import { errors, Provider } from 'oidc-provider'
import { jwtVerifier } from '../access-tokens/jwt-verifier.ts'
import type { AccessTokenVerifier } from '../access-tokens/remote-token-verifier.ts'
import { issueAccessToken } from './issue-access-token.ts'
import { issuerAt, mountPath, urlBelow } from './issuer-at.ts'
import { type LoginLimits, loginGuard } from './login-guard.ts'
import { loginInteraction } from './login-interaction.ts'
import { errorPage } from './pages/message-pages.ts'
import { pageHeaders } from './pages/page.ts'
import { type ProviderSettings, providerConfiguration } from './provider-configuration.ts'
import { revocation } from './revocation.ts'
import { type SigningKeySet, signingKeys } from './signing-keys.ts'

const requestsPerMinute = 300

/** The routes to mount; every other path below `/oidc` is 404, and another verb is 405. */
export const embeddedProviderRoutes = [
  { method: ['GET', 'OPTIONS'], url: `${mountPath}/.well-known/openid-configuration` },
  { method: ['GET', 'OPTIONS'], url: `${mountPath}/jwks` },
  { method: ['GET'], url: `${mountPath}/auth` },
  { method: ['GET'], url: `${mountPath}/auth/:uid` },
  { method: ['GET', 'POST'], url: `${mountPath}/interaction/:uid` },
  { method: ['POST', 'OPTIONS'], url: `${mountPath}/token` },
  { method: ['POST', 'OPTIONS'], url: `${mountPath}/token/revocation` },
  { method: ['GET'], url: `${mountPath}/session/end` },
  { method: ['POST'], url: `${mountPath}/session/end/confirm` },
  { method: ['GET'], url: `${mountPath}/session/end/success` },
] as const satisfies { method: readonly string[]; url: string }[]

/** The provider that runs in the server where no other issuer is configured. */
export interface EmbeddedProvider extends AccessTokenVerifier {
  issuer: string
  /** Handles a request of `embeddedProviderRoutes`, whose body must not have been read; never throws. The limits count by `clientIp`. */
  handle(request: IncomingMessage, response: ServerResponse, clientIp: string): Promise<void>
  /** An access token without a login, for at most 24 h, on a grant of its own. @throws NOT_FOUND where there is no such account, or it is disabled */
  issueAccessToken(accountId: string, lifetimeSeconds: number): Promise<string>
}

interface EmbeddedProviderOptions extends Omit<ProviderSettings, 'issuer'> {
  deps: Deps
  rateLimiter: RateLimiter
  log: Log
  metrics: Pick<AccessMetrics, 'login'>
  /** The public URL of the service, from which the issuer and the redirect URIs are made. */
  publicUrl: string
  loginLimits: LoginLimits
}

/** Makes the embedded OpenID provider; it reads or creates its keys at the first use, and keeps its state in the database. */
export function embeddedProvider(options: EmbeddedProviderOptions): EmbeddedProvider {
  const { deps, rateLimiter, log, metrics, audience, clientId } = options
  const issuer = issuerAt(options.publicUrl)
  // The dashboard's; and one for programs that read the code from the URL themselves, where there is no page.
  const callbacks = (['/dashboard/callback', '/callback'] as const).map((path) => urlBelow(options.publicUrl, path))
  const redirectUris = [...new Set([...callbacks.map((url) => new URL(url).href), ...options.redirectUris])]
  const settings: ProviderSettings = { issuer, audience, clientId, redirectUris }
  const headers = pageHeaders([...new Set(redirectUris.map((uri) => new URL(uri).origin))])
  const keys = signingKeys(deps)
  const providers = new WeakMap<SigningKeySet, Provider>()

  const send = (response: ServerResponse, page: Page) => sendPage(response, headers, page)
  const tryLogin = loginGuard({ deps, rateLimiter, limits: options.loginLimits })
  const logIn = loginInteraction({ tryLogin, send, log, metrics })

  const verify = jwtVerifier({
    issuer,
    audience,
    clock: deps.clock,
    keys,
    // One service issues and verifies these tokens, so that there is no difference between clocks to tolerate.
    toleranceSeconds: 0,
    isRevoked: revocation(deps),
  })

  /** The library's provider for these keys. Its keys cannot change, so that other keys need another instance; all share the same records. */
  function providerFor(keySet: SigningKeySet): Provider {
    const known = providers.get(keySet)
    if (known) return known
    const provider = new Provider(issuer, providerConfiguration(deps, settings, keySet))
    provider.proxy = true
    provider.use(async (ctx, next) => {
      ctx.set(headers)
      await next()
    })
    provider.on('server_error', (ctx, error) => log.error({ error, path: ctx.oidc.route }, 'the provider failed'))
    provider.onerror = (error) => log.error({ error }, 'the provider failed')
    providers.set(keySet, provider)
    return provider
  }

  async function respond(request: IncomingMessage, response: ServerResponse, clientIp: string): Promise<void> {
    const path = asMounted(request, issuer)
    if (!isCheap(path)) {
      const bucket = `oidc:${addressBlock(clientIp)}`
      const verdict = await rateLimiter.take({ bucket, limit: requestsPerMinute, windowMs: 60_000, blockMax: 10 })
      const { isAllowed, retryAfterSeconds } = verdict
      response.setHeaders(new Map(Object.entries(rateLimitHeaders(verdict))))
      if (!isAllowed) throw new AppError('TOO_MANY_REQUESTS', 'Too many requests', { retryAfterSeconds })
    }
    const provider = providerFor(await keys.current())
    const uid = /^\/interaction\/([\w-]+)$/.exec(path)?.[1]
    if (uid !== undefined) return logIn({ provider, request, response, clientIp, uid })
    await provider.callback()(request, response)
  }

  return {
    issuer,
    verify,
    // Its own tokens contain all claims.
    fetchUserInfo: verify,
    issueAccessToken: (accountId, lifetimeSeconds) =>
      issueAccessToken({ deps, settings, keys }, accountId, lifetimeSeconds),
    async handle(request, response, clientIp) {
      const asked = request.url
      try {
        await respond(request, response, clientIp)
      } catch (error) {
        const known = errorOf(error)
        if (!known) log.error({ error }, 'the provider failed')
        if (response.headersSent) return void response.destroy()
        const failure = known ?? new AppError('INTERNAL_SERVER_ERROR', 'Something went wrong here')
        sendFailure(response, headers, { failure, isForPeople: request.headers.accept?.includes('text/html') ?? false })
      } finally {
        // The request's log line needs the original URL.
        request.url = asked
      }
    },
  }
}

/** The public error; null for an unexpected one. The library's errors wrap those of the database. */
function errorOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  return databaseError(error instanceof errors.OIDCProviderError ? error.cause : error)
}

interface Page {
  status: number
  body: string
  retryAfterSeconds?: number
}

function sendPage(response: ServerResponse, headers: Record<string, string>, page: Page): void {
  const { status, body, retryAfterSeconds } = page
  const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  response.writeHead(status, { ...headers, ...wait, 'content-type': 'text/html; charset=utf-8' }).end(body)
}

/** Sends an error: to a browser as a page, to a program in OAuth's format (RFC 6749 §5.2). */
function sendFailure(
  response: ServerResponse,
  headers: Record<string, string>,
  { failure, isForPeople }: { failure: AppError; isForPeople: boolean },
): void {
  const { code, message, facts } = failure
  const { retryAfterSeconds } = facts
  const status = errorMapping[code].httpStatus
  if (isForPeople) return sendPage(response, headers, { status, body: errorPage(`${message}.`), retryAfterSeconds })
  const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const error = status < 500 || status === 503 ? 'temporarily_unavailable' : 'server_error'
  response.writeHead(status, { ...headers, ...wait, 'content-type': 'application/json' }).end(JSON.stringify({ error }))
}

/**
 * Sets host, scheme and path of the request to those of the issuer, so that every link and cookie of the response is on the issuer's URL,
 * whatever a proxy or a client sent. @returns the path below the issuer
 */
function asMounted(request: IncomingMessage, issuer: string): string {
  const { host, protocol, pathname } = new URL(issuer)
  const [path = '', query] = (request.url ?? '').slice(mountPath.length).split(/\?(.*)/s)
  request.headers.host = host
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  delete request.headers['x-forwarded-host']
  request.url = query === undefined ? path : `${path}?${query}`
  Object.assign(request, { originalUrl: `${pathname}${request.url}` })
  return path
}

const isCheap = (path: string) => path === '/jwks' || path.startsWith('/.well-known/')

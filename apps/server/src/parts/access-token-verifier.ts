import { accountIssuer, type Deps, type RateLimiter } from '@inlet/core'
import { type AccessTokenVerifier, type EmbeddedProvider, embeddedProvider, remoteTokenVerifier } from '@inlet/identity'
import type { AccessMetrics, Background, Config, Log } from '@inlet/runtime'

interface VerifierParts {
  deps: Deps
  log: Log
  metrics: Pick<AccessMetrics, 'login'>
  background: Background
  rateLimiter: RateLimiter
  /** Called at the first use, when the HTTP server has its port. */
  publicUrl: () => string
}

/** The verifier of access tokens; `provider` is null where another provider issues them. */
interface ChosenVerifier {
  tokens: AccessTokenVerifier
  /** The issuer of the tokens. */
  issuer: () => string
  /** The origins that a browser calls to log in. */
  loginOrigins: () => Promise<string[]>
  provider: (() => EmbeddedProvider) | null
}

/** Chooses the verifier for `OIDC_ISSUER`, or else the embedded provider. */
export function chooseTokenVerifier(config: Config, parts: VerifierParts): ChosenVerifier {
  const { deps, log, metrics, background, rateLimiter, publicUrl } = parts
  const audience = config.OIDC_AUDIENCE
  const { OIDC_ISSUER: issuer } = config
  if (issuer !== undefined) {
    const tokens = remoteTokenVerifier({ issuer, audience, clock: deps.clock, background, log })
    const loginOrigins = async () => [new URL(issuer).origin, ...(await tokens.endpointOrigins())]
    return { tokens, issuer: () => issuer, loginOrigins, provider: null }
  }

  let made: EmbeddedProvider | null = null
  const provider = () => {
    made ??= embeddedProvider({
      deps,
      rateLimiter,
      log,
      metrics,
      publicUrl: publicUrl(),
      audience,
      clientId: config.OIDC_CLIENT_ID,
      redirectUris: config.OIDC_REDIRECT_URIS,
      loginLimits: {
        triesPerIp: config.LOGIN_TRIES_PER_IP,
        triesPerAccountAndIp: config.LOGIN_TRIES_PER_ACCOUNT_AND_IP,
        triesPerAccount: config.LOGIN_TRIES_PER_ACCOUNT,
      },
    })
    return made
  }
  const verify: AccessTokenVerifier['verify'] = async (token) => ({
    ...(await provider().verify(token)),
    iss: accountIssuer,
  })
  return {
    tokens: { verify, fetchUserInfo: verify },
    issuer: () => provider().issuer,
    loginOrigins: async () => [new URL(provider().issuer).origin],
    provider,
  }
}

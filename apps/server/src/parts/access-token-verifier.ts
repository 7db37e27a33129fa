import type { Deps, RateLimiter } from '@inlet/core'
import { type AccessTokenVerifier, type EmbeddedProvider, embeddedProvider, remoteTokenVerifier } from '@inlet/identity'
import type { AccessMetrics, Background, Config, Log } from '@inlet/runtime'

/** What the users of the embedded provider are known by: the same persons, whatever `PUBLIC_URL` and with it their tokens say today. */
const embeddedIss = 'urn:inlet:accounts'

interface VerifierParts {
  deps: Deps
  log: Log
  metrics: Pick<AccessMetrics, 'login'>
  background: Background
  rateLimiter: RateLimiter
  /** Asked at the first use, when the HTTP server has its port. */
  publicUrl: () => string
}

/** Whose access tokens the API takes; `provider` is null where that is another's. */
interface ChosenVerifier {
  tokens: AccessTokenVerifier
  provider: (() => EmbeddedProvider) | null
}

/** The issuer of `OIDC_ISSUER`, or else the embedded provider. */
export function chooseTokenVerifier(config: Config, parts: VerifierParts): ChosenVerifier {
  const { deps, log, metrics, background, rateLimiter, publicUrl } = parts
  const audience = config.OIDC_AUDIENCE
  if (config.OIDC_ISSUER !== undefined) {
    const tokens = remoteTokenVerifier({ issuer: config.OIDC_ISSUER, audience, clock: deps.clock, background, log })
    return { tokens, provider: null }
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
    iss: embeddedIss,
  })
  return { tokens: { verify, fetchUserInfo: verify }, provider }
}

import type { AccountDoc, Deps } from '@inlet/core'
import { findAccount } from '@inlet/core'
import { type Configuration, errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { isEndedLogin } from './login-second.ts'
import { oidcAdapter, orUnavailable } from './oidc-adapter.ts'
import { errorPage, logoutPage, signedOutPage } from './pages/message-pages.ts'
import { type SigningKeySet, signingAlgorithm } from './signing-keys.ts'

/** The public settings of the embedded provider. */
export interface ProviderSettings {
  /** `${PUBLIC_URL}/oidc`. */
  issuer: string
  /** The `aud` of access tokens. */
  audience: string
  /** The one client: our dashboard, without a secret. */
  clientId: string
  /** The dashboard's redirect URIs; their folders and roots are allowed after logging out. */
  redirectUris: string[]
}

const minuteSeconds = 60
const hourSeconds = 60 * minuteSeconds
const loginSeconds = 14 * 24 * hourSeconds

// The only resource. Resources are URIs (RFC 8707 §2), so that the audience is a setting of its own.
const apiResource = 'urn:inlet:api'

/** Claims of a person, in ID tokens and access tokens (OIDC Core §5.1). */
export function claimsOf({ email, isEmailVerified, name }: AccountDoc) {
  return { email, email_verified: isEmailVerified, ...(name ? { name } : {}) }
}

/** An account that may log in, or undefined. */
export async function activeAccount(deps: Deps, id: string): Promise<AccountDoc | undefined> {
  const account = await findAccount(deps, id)
  return account && account.disabledAt === null ? account : undefined
}

/** The configuration of oidc-provider: one public client, code with PKCE, rotating refresh tokens, JWT access tokens, no consent. */
export function providerConfiguration(deps: Deps, settings: ProviderSettings, keySet: SigningKeySet): Configuration {
  const { issuer, audience } = settings
  const path = new URL(issuer).pathname
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, overwrite: true } as const
  return {
    adapter: (kind) => oidcAdapter(deps, kind),
    jwks: { keys: keySet.privateJwks },
    clients: [dashboardClient(settings)],
    clientAuthMethods: ['none'],
    clientDefaults: { id_token_signed_response_alg: signingAlgorithm },
    clientBasedCORS: (_ctx, origin, client) =>
      client.redirectUris?.some((uri) => new URL(uri).origin === origin) ?? false,
    enabledJWA: { idTokenSigningAlgValues: [signingAlgorithm] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    scopes: ['openid'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // There is no userinfo endpoint, since every access token is for the API: the ID token has all claims.
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      userinfo: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo(_ctx, resource) {
          if (resource !== apiResource) throw new errors.InvalidTarget()
          return { scope: '', audience, accessTokenFormat: 'jwt', jwt: { sign: { alg: signingAlgorithm } } }
        },
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(ctx, form) {
          ctx.body = logoutPage(form)
        },
        postLogoutSuccessSource(ctx) {
          ctx.body = signedOutPage()
        },
      },
    },
    cookies: {
      keys: keySet.cookieSecrets,
      names: { session: 'inlet_login', interaction: 'inlet_login_step', resume: 'inlet_login_resume' },
      long: { ...cookie, path },
      short: cookie,
    },
    ttl: {
      AccessToken: 15 * minuteSeconds,
      AuthorizationCode: 60,
      Grant: loginSeconds,
      IdToken: hourSeconds,
      Interaction: hourSeconds,
      RefreshToken: (ctx) => ctx.oidc.entities.RotatedRefreshToken?.remainingTTL ?? loginSeconds,
      Session: loginSeconds,
    },
    // A refresh token ends with the login that it came from, at the latest after two weeks, however often it was rotated.
    issueRefreshToken: () => true,
    expiresWithSession: () => true,
    rotateRefreshToken: true,
    async findAccount({ oidc }, id, token) {
      const account = await orUnavailable(activeAccount(deps, id))
      const loggedInAt = (token && 'authTime' in token ? token.authTime : undefined) ?? oidc.session?.loginTs
      if (account && loggedInAt !== undefined && isEndedLogin(account, loggedInAt)) return undefined
      return account && { accountId: account._id, claims: () => ({ sub: account._id, ...claimsOf(account) }) }
    },
    async extraTokenClaims({ oidc }, token) {
      const id = 'accountId' in token ? token.accountId : undefined
      const account = id === undefined ? undefined : await orUnavailable(activeAccount(deps, id))
      const { RefreshToken, AuthorizationCode } = oidc.entities
      // RFC 9068 §2.2.1. It makes a token that is signed while a password changes belong to the login from before.
      const authTime = (RefreshToken ?? AuthorizationCode)?.authTime
      const grantId = 'grantId' in token ? token.grantId : undefined
      return account && { ...claimsOf(account), sid: grantId, auth_time: authTime }
    },
    interactions: {
      policy: loginOnly(),
      url: (_ctx, { uid }) => `${issuer}/interaction/${uid}`,
    },
    loadExistingGrant: grantForOurClient,
    renderError(ctx, out) {
      ctx.type = 'html'
      ctx.body = errorPage(`The request was refused: ${out.error_description ?? out.error}.`)
    },
  }
}

function dashboardClient({ clientId, redirectUris }: ProviderSettings) {
  // The root of the site, and the folder of the redirect URI.
  const returns = new Set(redirectUris.flatMap((uri) => [new URL('/', uri).href, new URL('.', uri).href]))
  return {
    client_id: clientId,
    client_name: 'Inlet',
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: redirectUris,
    post_logout_redirect_uris: [...returns],
  } as const
}

/** Without consent: the one client is part of the product. */
function loginOnly() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const { Check } = interactionPolicy
  const gone = new Check('account_gone', 'this account cannot log in, or has another password', (ctx) =>
    Boolean(ctx.oidc.session?.accountId && !ctx.oidc.account),
  )
  policy.get('login')?.checks.add(gone)
  return policy
}

/** The login's grant for our client, made at its first request. */
async function grantForOurClient({ oidc }: KoaContextWithOIDC) {
  const { client, session, account, provider } = oidc
  if (!client || !account) return undefined
  const grantId = session?.grantIdFor(client.clientId)
  const known = grantId ? await provider.Grant.find(grantId) : undefined
  if (known) return known

  const grant = new provider.Grant({ clientId: client.clientId, accountId: account.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

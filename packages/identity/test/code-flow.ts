import * as oidc from 'openid-client'
import { type BrowserSession, browserSession } from './browser-session.ts'

interface FlowOptions {
  issuer: string
  clientId?: string
  redirectUri: string
  session?: BrowserSession
  parameters?: Record<string, string>
}

/** A client of a provider, as a real one is written: discovery, then the authorization code flow with PKCE (RFC 7636). */
export async function startCodeFlow(options: FlowOptions) {
  const { issuer, clientId = 'inlet-dashboard', redirectUri, session = browserSession() } = options
  const client = await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), {
    execute: [oidc.allowInsecureRequests],
  })
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const expectedState = oidc.randomState()
  const expectedNonce = oidc.randomNonce()
  const authorizationUrl = oidc.buildAuthorizationUrl(client, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...options.parameters,
  })

  return {
    client,
    session,
    authorizationUrl,
    /** Goes to the authorization endpoint and on to the login page, or to the redirect URI where there is a login already. */
    async begin() {
      const { location } = await session.ask(authorizationUrl)
      return location ?? ''
    },
    /** Sends the login form; its answer is a page, or the way to the redirect URI has been gone. */
    async logIn(loginUrl: string, form: { email: string; password: string }) {
      let answer = await session.ask(loginUrl, { form })
      while (answer.location && !answer.location.startsWith(redirectUri)) answer = await session.ask(answer.location)
      return answer
    },
    /** Changes the code for tokens. */
    redeem: (callbackUrl: string) =>
      oidc.authorizationCodeGrant(client, new URL(callbackUrl), { pkceCodeVerifier, expectedState, expectedNonce }),
    refresh: (refreshToken: string) => oidc.refreshTokenGrant(client, refreshToken),
  }
}

/** The whole way from nothing to tokens. */
export async function logInWithCode(options: FlowOptions & { email: string; password: string }) {
  const flow = await startCodeFlow(options)
  const answer = await flow.logIn(await flow.begin(), options)
  if (!answer.location) throw new Error(`no code: ${answer.status} ${answer.text}`)
  return { flow, tokens: await flow.redeem(answer.location) }
}

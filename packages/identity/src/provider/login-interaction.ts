import type { IncomingMessage, ServerResponse } from 'node:http'
import { rateLimitHeaders } from '@inlet/contract'
import type { AccessMetrics, Log } from '@inlet/runtime'
import { errors, type Provider } from 'oidc-provider'
import { readDeviceCookie, setDeviceCookie } from './device-cookie.ts'
import type { LoginOutcome, LoginTry } from './login-guard.ts'
import { loginPage } from './pages/login-page.ts'
import { errorPage, tooManyPage } from './pages/message-pages.ts'
import { readForm } from './read-form.ts'

const emailMaxChars = 320
const wrong = 'E-mail or password is wrong.'

/** One request for the login page of one interaction. */
export interface LoginRequest {
  provider: Provider
  request: IncomingMessage
  response: ServerResponse
  clientIp: string
  uid: string
}

interface LoginParts {
  tryLogin: (attempt: LoginTry) => Promise<LoginOutcome>
  /** Sends a page with the headers of all pages. */
  send: (response: ServerResponse, page: { status: number; body: string; retryAfterSeconds?: number }) => void
  log: Log
  metrics: Pick<AccessMetrics, 'login'>
}

/**
 * Serves the login page and handles its form. The browser must send the cookie of this interaction, which it does not send with another
 * site's form (SameSite); the form's origin is checked too, where the browser sends it.
 */
export function loginInteraction(parts: LoginParts): (login: LoginRequest) => Promise<void> {
  const { tryLogin, send, log, metrics } = parts
  const expired = (response: ServerResponse) =>
    send(response, { status: 400, body: errorPage('This login has expired.') })

  return async ({ provider, request, response, clientIp, uid }) => {
    const interaction = await findInteraction(provider, request, response)
    if (interaction?.uid !== uid || interaction.prompt.name !== 'login') return expired(response)
    if (request.method !== 'POST') {
      const { login_hint: hint } = interaction.params
      const email = typeof hint === 'string' ? hint.slice(0, emailMaxChars) : ''
      return send(response, { status: 200, body: loginPage({ email, error: null }) })
    }

    const form = isOurs(request, provider.issuer) ? await readForm(request) : null
    if (!form) return send(response, { status: 400, body: errorPage('This form cannot be taken.') })
    const email = (form.get('email') ?? '').slice(0, emailMaxChars)
    const password = form.get('password') ?? ''
    const outcome = await tryLogin({ email, password, clientIp, deviceSecret: readDeviceCookie(request) })
    metrics.login(outcome.state)
    log.info(
      { clientIp, outcome: outcome.state, ...('accountId' in outcome ? { accountId: outcome.accountId } : {}) },
      'login',
    )
    if (outcome.state === 'limited') {
      const { retryAfterSeconds } = outcome.verdict
      response.setHeaders(new Map(Object.entries(rateLimitHeaders(outcome.verdict))))
      return send(response, { status: 429, body: tooManyPage(retryAfterSeconds), retryAfterSeconds })
    }
    // 200, as is usual for login forms: a browser would report an error of the page otherwise.
    if (outcome.state === 'wrong') return send(response, { status: 200, body: loginPage({ email, error: wrong }) })
    setDeviceCookie(response, outcome.deviceSecret, provider.issuer)
    const login = { accountId: outcome.accountId, amr: ['pwd'], ts: outcome.loggedInAt }
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false })
  }
}

async function findInteraction(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  try {
    return await provider.interactionDetails(request, response)
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null
    throw error
  }
}

/** Whether the form comes from our own page, as far as the browser's headers tell. */
function isOurs({ headers }: IncomingMessage, issuer: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  return headers.origin === undefined || headers.origin === new URL(issuer).origin
}

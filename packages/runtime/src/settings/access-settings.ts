import { limits } from '@inlet/contract'
import { z } from 'zod'
import { addressRanges, commaList, flag, integer, webUrl } from './setting-schemas.ts'

/** Scope tokens, separated by spaces (RFC 6749 §3.3). */
const scope = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/

/** Who may log in and call the API, and how much. */
export const accessSettings = {
  PUBLIC_URL: webUrl
    .refine((text) => !/[?#]/.test(text), 'expected a URL without ? and #')
    .optional()
    .describe("The service's address as its users see it, without `/v1`. Default: the HTTP server's own."),
  OIDC_ISSUER: webUrl
    .optional()
    .describe(
      'The OpenID Connect issuer whose access tokens are accepted, exactly as in their `iss`. Without it an embedded provider runs under `PUBLIC_URL`, at `/oidc`.',
    ),
  OIDC_AUDIENCE: z
    .string()
    .min(1)
    .default('inlet-api')
    .describe('What the `aud` of an access token must be, or contain.'),
  OIDC_CLIENT_ID: z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/, 'expected printable ASCII without spaces')
    .default('inlet-dashboard')
    .describe("The dashboard's client id at the issuer, the embedded one included; a public client with PKCE."),
  OIDC_REDIRECT_URIS: commaList
    .pipe(z.array(webUrl.refine((text) => !text.includes('#'), 'expected a URL without #')))
    .default([])
    .describe(
      'Where the embedded provider may send a login back to besides `PUBLIC_URL` with `/dashboard/callback` or `/callback`: URLs, separated by commas.',
    ),
  OIDC_SCOPE: z
    .string()
    .regex(scope, 'expected scopes, separated by single spaces')
    .default('openid email profile offline_access')
    .describe(
      "The `scope` of the dashboard's logins at `OIDC_ISSUER`. Some issuers need a scope of the API here, for an access token that is for it.",
    ),
  OIDC_RESOURCE: z
    .url()
    .refine((text) => !text.includes('#'), 'expected a URI without #')
    .optional()
    .describe(
      "The `resource` (RFC 8707) of the dashboard's logins at `OIDC_ISSUER`, for issuers that choose the audience of an access token by it.",
    ),
  LOGIN_TRIES_PER_IP: integer(30, 1).describe(
    'Tries of one client, an IPv4 address or an IPv6 /64, to log in at the embedded provider in 15 minutes, successful ones too. An IPv6 /48 has eight times as many.',
  ),
  LOGIN_TRIES_PER_ACCOUNT_AND_IP: integer(10, 1).describe(
    'The same to one account. A browser that logged in to it in the last 90 days has as many for itself instead.',
  ),
  LOGIN_TRIES_PER_ACCOUNT: integer(50, 1).describe(
    'Tries to log in to one account in 15 minutes, of all clients together. Browsers that logged in to it before do not count here, and have as many together.',
  ),
  TRUSTED_PROXIES: addressRanges.describe(
    'Addresses or CIDRs, separated by commas, whose `X-Forwarded-For` and `X-Forwarded-Host` are trusted.',
  ),
  SELF_SERVICE: flag
    .default(true)
    .describe('Whether every user who can log in may make services of their own; `false` leaves that to the operator.'),
  MAX_SERVICES_PER_USER: integer(limits.servicesPerUser, 1).describe(
    'How many services one user may make. Deleted ones do not count; those that the operator makes have no limit.',
  ),
  API_KEY_REQUESTS_PER_MINUTE: integer(limits.apiKeyRequestsPerMinute, 1).describe(
    'Requests a minute for each API key.',
  ),
  USER_REQUESTS_PER_MINUTE: integer(limits.userRequestsPerMinute, 1).describe(
    'Requests a minute for each user; each call of a batch counts.',
  ),
  CALLS_PER_USER: integer(limits.callsPerUser, 1).describe(
    'Calls of one user that run at a time, in one process; a further one waits for its turn, and gets 429 after 5 seconds. Live feeds do not count, and calls with `waitSeconds` only for their first look, at most 3 seconds.',
  ),
  FAILED_CREDENTIALS_PER_MINUTE: integer(limits.failedCredentialsPerMinute, 1).describe(
    'Failed credentials a minute for each client IP.',
  ),
  PUBLIC_REQUESTS_PER_MINUTE: integer(limits.publicRequestsPerMinute, 1).describe(
    'Requests a minute of visitors to `/v1/public`, for each client IP (IPv6 by /64).',
  ),
  UNLOCKS_PER_QUARTER_HOUR: integer(limits.unlocksPerQuarterHour, 1).describe(
    'Tries to open an access lock in 15 minutes, for each client IP, and eight times as many for each IPv6 /48.',
  ),
  WRONG_LOCK_PASSWORDS_PER_QUARTER_HOUR: integer(limits.wrongLockPasswordsPerQuarterHour, 1).describe(
    'Wrong passwords of the access lock of one service in 15 minutes, of all clients together. Those of clients with a valid token count apart.',
  ),
  WRONG_INBOX_PASSWORDS_PER_QUARTER_HOUR: integer(limits.wrongInboxPasswordsPerQuarterHour, 1).describe(
    'Wrong inbox passwords in 15 minutes, for each inbox and for each client IP, and eight times as many for each IPv6 /48.',
  ),
  HELD_CALLS_PER_VISITOR: integer(limits.longPollsPerVisitor, 1).describe(
    'Calls with `waitSeconds` that visitors of one client IP may hold open at a time, in one process.',
  ),
  HELD_CALLS_PER_KEY: integer(limits.longPollsPerKey, 1).describe(
    'Calls with `waitSeconds` that one API key may hold open at a time.',
  ),
  HELD_CALLS_PER_PROCESS: integer(5000, 1).describe(
    'Calls with `waitSeconds` that one process holds open at a time; those of visitors take four fifths of them at most.',
  ),
  LIVE_FEEDS_PER_USER: integer(limits.liveFeedsPerUser, 1).describe(
    'Live feeds that one user may have open at a time, in one process.',
  ),
  LIVE_FEEDS_PER_PROCESS: integer(2000, 1).describe('Live feeds that one process holds open at a time.'),
  SEARCHES_PER_SERVICE: integer(limits.searchesPerService, 1).describe(
    'Searches of one service that one process runs at a time, and as many that end within 100 ms; one that waits for a second gets 429.',
  ),
  SEARCHES_PER_PROCESS: integer(limits.searchesPerProcess, 1).describe(
    'The same for all services. Those that one user made leave one to others.',
  ),
  WEBHOOK_DELIVERIES_PER_MINUTE: integer(limits.webhookDeliveriesPerMinute, limits.webhookDeliveriesMin).describe(
    'Webhook deliveries a minute of one service, of which each event makes one for each webhook that gets it; tests and deliveries that are sent again count too, and a tenth is kept for them. Further events of that service wait for the next minute.',
  ),
}

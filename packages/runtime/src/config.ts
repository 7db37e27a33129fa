import { availableParallelism, homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { asciiLowerCase, billingProviders, foldHostname, limits } from '@inlet/contract'
import { z } from 'zod'
import { addressRanges, commaList, flag, integer, nameServers, port, portNumber, webUrl } from './setting-schemas.ts'

const ownMachine = ['127.0.0.0/8', '::1']

/** Every setting, its default and what it does; `docs/CONFIG.md` is generated from here. */
export const configSchema = z.object({
  INLET_ROLE: z
    .enum(['all', 'http', 'smtp', 'worker'])
    .default('all')
    .describe('What this process does: serve HTTP, receive mail, do background work, or all three.'),
  HTTP_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address the HTTP server listens on; `0.0.0.0` for every interface.'),
  HTTP_PORT: port(8080).describe('Port of the HTTP server; 0 lets the system choose.'),
  HTTP_MAX_CONNECTIONS: integer(10_000, 1).describe(
    'Connections that the HTTP server of one process holds open at a time; one too many is closed.',
  ),
  HTTP_MAX_CONNECTIONS_PER_CLIENT: integer(1000, 1).describe(
    'The same for one client, an IPv4 address or an IPv6 /64; proxies in `TRUSTED_PROXIES` are exempt.',
  ),
  HTTP_REQUEST_SECONDS: integer(30, 1, 300).describe(
    'Time in which a whole request, head and body, must arrive, in seconds; after that the answer is 408.',
  ),
  HTTP_ANSWER_SECONDS: integer(30, 1, 300).describe(
    'How long a client may take nothing of an answer, in seconds; for the whole answer it has this and a second for each 10 kB. After that the connection is cut.',
  ),
  HTTP_UNTAKEN_MB: integer(256, 1, 65_536).describe(
    'Answers that clients have not taken yet, in MiB for one process; above it requests are answered 503.',
  ),
  HTTP_UNTAKEN_MB_PER_KEY: integer(32, 1, 65_536).describe('The same for one API key.'),
  SMTP_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address the SMTP server listens on; `0.0.0.0` for every interface.'),
  SMTP_PORT: port(2525).describe('Port of the SMTP server; 0 lets the system choose.'),
  SMTP_NAME: z
    .string()
    .min(1)
    .default(hostname())
    .describe("Name in the SMTP greeting, normally the MX host. Default: the machine's name."),
  MX_HOST: z
    .string()
    .transform((text) => foldHostname(text) ?? asciiLowerCase(text))
    .optional()
    .describe(
      "Host that the domains' MX records must name, the same for all processes and commands. Default: `SMTP_NAME`.",
    ),
  SMTP_MAX_BYTES: integer(limits.smtpMaxBytes, 1024, 256 * 1024 * 1024).describe(
    'Largest mail accepted, in bytes; announced as SIZE.',
  ),
  SMTP_TLS_CERT_FILE: z
    .string()
    .optional()
    .describe('PEM file with the certificate chain for STARTTLS. Without it a self-made certificate serves.'),
  SMTP_TLS_KEY_FILE: z
    .string()
    .optional()
    .describe('PEM file with the private key that belongs to `SMTP_TLS_CERT_FILE`.'),
  SMTP_MAX_CONNECTIONS: integer(5000, 1).describe(
    'Connections that the SMTP server of one process holds open at a time; one too many gets 421. From 80 % on, idle connections are closed after 20 seconds.',
  ),
  SMTP_CONNECTIONS_PER_IP: integer(50, 1).describe('The same for one client, an IPv4 address or an IPv6 /64.'),
  SMTP_CONNECTIONS_PER_MINUTE_PER_IP: integer(600, 1).describe('New SMTP connections a minute for one client.'),
  SMTP_MAILS_PER_MINUTE_PER_IP: integer(3000, 1).describe(
    'Copies of mails, one for each recipient, a minute for one client, evenly; ten seconds’ worth may come at once. More is answered 451, and the client sends it again later. A single mail may have more copies than that after a quiet time.',
  ),
  SMTP_MB_PER_MINUTE_PER_IP: integer(300, 1, 1_048_576).describe(
    'The same in MiB: the size of a mail times its recipients.',
  ),
  SMTP_MIN_FREE_DISK_MB: integer(500, 0).describe(
    'Free space on the database’s disk, in MiB, below which no mail is accepted: it is answered 452, and its sender retries later. Checked every 10 s, in `INLET_DATA_DIR` or, with `MONGODB_URI`, by `dbStats` on the primary; without the right to do so there is no floor. 0 sets none.',
  ),
  SMTP_MAILS_PER_CONNECTION: integer(1000, 1).describe(
    'Mails that one connection may send before its client is asked to open another.',
  ),
  SMTP_NEW_ADDRESSES_PER_HOUR: integer(200, 1).describe(
    'Addresses that the mails of one client may create on public domains in an hour, over all processes; above it they get 451.',
  ),
  SMTP_LIMITS_EXEMPT: addressRanges
    .default(ownMachine)
    .describe(
      'Addresses or CIDRs, separated by commas, of clients to which the limits for one client do not apply. Default: this machine.',
    ),
  SMTP_PROXY_FROM: addressRanges.describe(
    'Addresses or CIDRs, separated by commas, of balancers: they must send a PROXY header (version 1 or 2), which names the client.',
  ),
  SMTP_DATA_MEMORY_MB: integer(256, 1, 65_536).describe(
    'Memory for incoming mails, in MiB for one process; above it they get 452. An eighth of it is for mails of up to 256 KiB only, and the large mails of one client may take an eighth, or one mail of the largest size.',
  ),
  SMTP_GREETING_DELAY_MS: integer(0, 0, 60_000).describe(
    'How long a client waits for the greeting, in milliseconds; a client that sends before it gets 421. 0 greets at once.',
  ),
  SMTP_MAX_LAG_MS: integer(200, 0, 60_000).describe(
    'Lag of the event loop, in milliseconds, above which clients that sent more than 1 MiB in the last five seconds may begin no connection and no mail; above five times that, no client may. 0 sets no limit.',
  ),
  SMTP_COMMIT_SECONDS: integer(30, 1, 300).describe(
    'How long a mail may wait for its commit before the sender is asked to try again, in seconds.',
  ),
  MAIL_AUTHENTICATION: flag
    .default(true)
    .describe('Whether SPF, DKIM and DMARC are evaluated for the `auth:*` tags; `false` tags every mail `auth:none`.'),
  DNS_SERVERS: nameServers.describe(
    "Name servers for authenticating mails and checking domains, `ip` or `ip:port` (`[ip]:port` for IPv6), separated by commas. Default: the system's.",
  ),
  PARSE_WORKERS: integer(Math.max(2, availableParallelism() - 1), 1, 64).describe(
    'Worker threads that parse mail; half of them also take mails above 256 KiB and those of clients whose mails take long. One more is kept in reserve. With a single one a mail that takes long delays all others. Default: one less than the processors, at least two.',
  ),
  PARSE_SECONDS: integer(5, 1, 60).describe(
    'Longest time for parsing one mail, in seconds; after that the mail is stored raw with the tag `malformed`.',
  ),
  PARSE_HEAP_MB: integer(256, 256, 4096).describe('Heap of one parsing thread, in MiB.'),
  MONGODB_URI: z
    .string()
    .regex(/^mongodb(\+srv)?:\/\//, 'expected mongodb:// or mongodb+srv://')
    .optional()
    .describe('The replica set to use. Without it an embedded database runs in `INLET_DATA_DIR`.'),
  MONGOMS_SYSTEM_BINARY: z
    .string()
    .optional()
    .describe('Path of a `mongod` for the embedded database, looked at before all others.'),
  INLET_DATA_DIR: z
    .string()
    .min(1)
    .default('.inlet')
    .describe("Folder of the embedded database and of the demo's file, closed to every other user of the machine."),
  INLET_CACHE_DIR: z
    .string()
    .min(1)
    .default(join(homedir(), '.cache', 'inlet'))
    .describe('Where a fetched `mongod` is kept, for every checkout of this user.'),
  INLET_DEMO: flag
    .optional()
    .describe(
      '`true` makes the demo service in an empty database given by `MONGODB_URI`, once; `false` leaves it out of the embedded one.',
    ),
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
      'Where the embedded provider may send a login back to besides `PUBLIC_URL` with `/callback`: URLs, separated by commas.',
    ),
  LOGIN_TRIES_PER_IP: integer(30, 1).describe(
    'Tries of one client, an IPv4 address or an IPv6 /64, to log in at the embedded provider in 15 minutes, successful ones too.',
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
  API_KEY_REQUESTS_PER_MINUTE: integer(limits.apiKeyRequestsPerMinute, 1).describe(
    'Requests a minute for each API key.',
  ),
  FAILED_CREDENTIALS_PER_MINUTE: integer(limits.failedCredentialsPerMinute, 1).describe(
    'Failed credentials a minute for each client IP.',
  ),
  PUBLIC_REQUESTS_PER_MINUTE: integer(limits.publicRequestsPerMinute, 1).describe(
    'Requests a minute of visitors to `/v1/public`, for each client IP (IPv6 by /64).',
  ),
  UNLOCKS_PER_QUARTER_HOUR: integer(limits.unlocksPerQuarterHour, 1).describe(
    'Tries to open an access lock in 15 minutes, for each client IP.',
  ),
  WRONG_INBOX_PASSWORDS_PER_QUARTER_HOUR: integer(limits.wrongInboxPasswordsPerQuarterHour, 1).describe(
    'Wrong inbox passwords in 15 minutes, for each inbox and for each client IP.',
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
  SEARCHES_PER_PROCESS: integer(limits.searchesPerProcess, 1).describe('The same for all services.'),
  WEBHOOK_ALLOW_PRIVATE: addressRanges.describe(
    'Addresses or CIDRs, separated by commas, that webhooks may call although they are not public, with http and on any port too: for receivers in your own network. With the embedded database the machine itself is allowed.',
  ),
  BILLING_PROVIDER: z
    .enum(billingProviders)
    .default('none')
    .describe(
      'How plans are paid. `none` and `manual`: the operator gives them with `service change --plan`; `stripe`: owners choose and pay.',
    ),
  PLANS_FILE: z
    .string()
    .optional()
    .describe(
      'JSON file with the plans, the same for all processes and commands. Without it there are `free`, `pro` and `scale`, and where nobody pays `unlimited`.',
    ),
  DEFAULT_PLAN: z
    .string()
    .optional()
    .describe(
      'The id of the plan of new services. Default: the first one; without `PLANS_FILE` that is `unlimited`, or `free` where plans are paid.',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w+$/, 'expected a key that begins with sk_ or rk_')
    .optional()
    .describe(
      'Secret or restricted key of your Stripe account, for `BILLING_PROVIDER=stripe`. Only processes that serve HTTP need it.',
    ),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'expected a secret that begins with whsec_')
    .optional()
    .describe(
      'Signing secret of the endpoint in your Stripe account that sends events to `/v1/billing/webhooks/stripe`. Only processes that serve HTTP need it.',
    ),
  STRIPE_API_URL: webUrl
    .optional()
    .describe('Instead of Stripe’s own API, without a path: for tests and for a gateway of your own.'),
  METRICS_PORT: portNumber
    .optional()
    .describe(
      'Port of `/metrics` for Prometheus, apart from the HTTP server; 0 lets the system choose. Unset serves none.',
    ),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that `/metrics` listens on. It needs no credential, so only your collector should reach it.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least severe log lines that are written.'),
})

/** The settings of a process. */
export type Config = z.infer<typeof configSchema>

/** A configuration that cannot be used; the message names every fault. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the settings from an environment; a setting that is empty counts as not set. @throws ConfigError with all faults at once */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = configSchema.safeParse(given)
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  if (Boolean(given.SMTP_TLS_CERT_FILE) !== Boolean(given.SMTP_TLS_KEY_FILE)) {
    faults.push('  SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: set both or neither')
  }
  // A part is reserved for small mails: a mail of the largest size would otherwise never get memory and be refused until its sender gives up.
  if (parsed.success && parsed.data.SMTP_DATA_MEMORY_MB * 1024 * 1024 < 2 * parsed.data.SMTP_MAX_BYTES) {
    faults.push('  SMTP_DATA_MEMORY_MB: at least twice SMTP_MAX_BYTES')
  }
  if (parsed.success) faults.push(...missingForStripe(parsed.data))
  if (!parsed.success || faults.length > 0) throw new ConfigError(`The configuration has faults:\n${faults.join('\n')}`)
  return parsed.data
}

/** What processes that serve HTTP lack to be paid by Stripe. */
function missingForStripe(config: Config): string[] {
  if (config.BILLING_PROVIDER !== 'stripe' || config.INLET_ROLE === 'smtp' || config.INLET_ROLE === 'worker') return []
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'PLANS_FILE'] as const
  return names
    .filter((name) => config[name] === undefined)
    .map((name) => `  ${name}: needed where BILLING_PROVIDER is stripe`)
}

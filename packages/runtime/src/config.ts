import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { accessSettings } from './settings/access-settings.ts'
import { billingSettings } from './settings/billing-settings.ts'
import { mailSettings } from './settings/mail-settings.ts'
import { addressRanges, flag, integer, port, portNumber } from './settings/setting-schemas.ts'

/** A user whom the system does not know, as containers may have one, has no home. */
function homeCache(): string {
  try {
    return join(homedir(), '.cache', 'inlet')
  } catch {
    return join(tmpdir(), 'inlet')
  }
}

/** Every setting, its default and what it does, in the order of `docs/CONFIG.md`, which is generated from here. */
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
    'Responses that clients have not read yet, in MiB for one process; above it requests are answered 503.',
  ),
  HTTP_UNTAKEN_MB_PER_KEY: integer(32, 1, 65_536).describe('The same for one API key.'),
  ...mailSettings,
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
    .default(homeCache)
    .describe('Where a fetched `mongod` is kept, for every checkout of this user.'),
  INLET_DEMO: flag
    .optional()
    .describe(
      '`true` makes the demo service in an empty database given by `MONGODB_URI`, once; `false` leaves it out of the embedded one.',
    ),
  ...accessSettings,
  WEBHOOK_ALLOW_PRIVATE: addressRanges.describe(
    'Addresses or CIDRs, separated by commas, that webhooks may call although they are not public, with http and on any port too: for receivers in your own network. With the embedded database the machine itself is allowed.',
  ),
  ...billingSettings,
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

/** A configuration that cannot be used; the message names every error. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the settings from an environment; a setting that is empty counts as not set. @throws ConfigError with all errors at once */
export function readConfig(environment: Record<string, string | undefined> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = configSchema.safeParse(given)
  const errors = parsed.success ? [] : parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  if (Boolean(given.SMTP_TLS_CERT_FILE) !== Boolean(given.SMTP_TLS_KEY_FILE)) {
    errors.push('  SMTP_TLS_CERT_FILE, SMTP_TLS_KEY_FILE: set both or neither')
  }
  // A part is reserved for small mails: a mail of the largest size would otherwise never get memory and be refused until its sender gives up.
  if (parsed.success && parsed.data.SMTP_DATA_MEMORY_MB * 1024 * 1024 < 2 * parsed.data.SMTP_MAX_BYTES) {
    errors.push('  SMTP_DATA_MEMORY_MB: at least twice SMTP_MAX_BYTES')
  }
  if (parsed.success) errors.push(...missingForStripe(parsed.data))
  if (!parsed.success || errors.length > 0) throw new ConfigError(`The configuration has errors:\n${errors.join('\n')}`)
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

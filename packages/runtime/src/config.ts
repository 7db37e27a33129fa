import { isIP } from 'node:net'
import { availableParallelism, homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { limits } from '@inlet/contract'
import { z } from 'zod'

const integer = (fallback: number, min: number, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .regex(/^\d{1,15}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .default(fallback)
const port = (fallback: number) => integer(fallback, 0, 65_535)
const flag = z.enum(['true', 'false']).transform((text) => text === 'true')

function isAddressRange(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  if (prefix === undefined) return true
  // A prefix of 0 would believe everybody, and Fastify refuses it.
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}

const addressRanges = z
  .string()
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
  .pipe(z.array(z.string().refine(isAddressRange, 'expected an IP address or a CIDR')))
  .default([])

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
  SMTP_COMMIT_SECONDS: integer(30, 1, 300).describe(
    'How long a mail may wait for its commit before the sender is asked to try again, in seconds.',
  ),
  PARSE_WORKERS: integer(Math.max(1, availableParallelism() - 1), 1, 64).describe(
    'Worker threads that parse mail. Default: one less than the processors.',
  ),
  PARSE_SECONDS: integer(5, 1, 60).describe(
    'Longest time for parsing one mail, in seconds; past it the mail is kept raw with the tag `malformed`.',
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
    .describe("Folder of the embedded database and of the demo's file."),
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
  PUBLIC_URL: z
    .url()
    .optional()
    .describe("The service's address as its users see it, without `/v1`. Default: the HTTP server's own."),
  TRUSTED_PROXIES: addressRanges.describe(
    'Addresses or CIDRs, separated by commas, whose `X-Forwarded-For` is believed.',
  ),
  API_KEY_REQUESTS_PER_MINUTE: integer(limits.apiKeyRequestsPerMinute, 1).describe(
    'Requests a minute for each API key.',
  ),
  FAILED_CREDENTIALS_PER_MINUTE: integer(limits.failedCredentialsPerMinute, 1).describe(
    'Failed credentials a minute for each client IP.',
  ),
  HELD_CALLS_PER_KEY: integer(limits.heldCallsPerKey, 1).describe(
    'Calls with `waitSeconds` that one API key may hold open at a time.',
  ),
  HELD_CALLS_PER_PROCESS: integer(5000, 1).describe('Calls with `waitSeconds` that one process holds open at a time.'),
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
  if (!parsed.success || faults.length > 0) throw new ConfigError(`The configuration has faults:\n${faults.join('\n')}`)
  return parsed.data
}

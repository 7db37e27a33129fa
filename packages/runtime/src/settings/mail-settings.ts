import { availableParallelism, hostname } from 'node:os'
import { asciiLowerCase, foldHostname, limits } from '@inlet/contract'
import { z } from 'zod'
import { addressRanges, flag, integer, nameServers, port } from './setting-schemas.ts'

/** The addresses of the machine itself, as CIDRs. */
export const ownMachine = ['127.0.0.0/8', '::1']

/** Receiving and parsing mail. */
export const mailSettings = {
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
  SMTP_STARTTLS: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe(
      'Whom STARTTLS is offered: `always` everyone, `never` nobody. `auto` leaves out programs of this machine (loopback) while the certificate is self-made, since many refuse such a certificate as soon as they are offered TLS. A client that begins TLS without the offer may always do so.',
    ),
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
  SMTP_NEW_ADDRESSES_PER_HOUR: integer(limits.newAddressesPerHour, 1).describe(
    'Addresses that one client may make on public domains in an hour, by its first mails and in the web inbox together, over all processes; above it mails get 451 and visitors 429.',
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
}

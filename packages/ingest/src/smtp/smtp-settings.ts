import { limits } from '@inlet/contract'
import { type Config, ipList, ownMachine } from '@inlet/runtime'
import type { TlsMaterial } from './tls.ts'

const second = 1_000
const minute = 60 * second
const mebibyte = 1024 * 1024

/** The settings of the SMTP server. */
export interface SmtpSettings {
  host: string
  /** 0 lets the system choose. */
  port: number
  /** The name in the greeting. */
  name: string
  tls: TlsMaterial
  /** Whether EHLO offers STARTTLS to a client; the command is taken from each. */
  offersStartTls(clientIp: string): boolean
  /** Addresses or CIDRs of the balancers that must send a PROXY header. */
  proxyFrom: readonly string[]
  /** Addresses or CIDRs of clients to which the limits per client do not apply. */
  exempt: readonly string[]
  limits: SmtpLimits
}

/** Limits of one client, one connection and the process; sizes in bytes, times in milliseconds. */
export type SmtpLimits = { [name in keyof ReturnType<typeof smtpLimits>]: number }

/** The limits that no setting changes. */
const fixedLimits = {
  /** A mail that turns out too large is read this much further, so that its sender gets the refusal. */
  overrunBytes: 64 * 1024,
  /** Longest line of a mail: RFC 5321 §4.5.3.1.6 says 1,000, real senders exceed it. */
  mailLineBytes: mebibyte,
  /** Longest command with its CRLF: 512 by RFC 5321 §4.5.3.1.4, and what its extensions add. */
  commandBytes: 2_048,
  /** Replies that a client has not read yet. */
  unreadReplyBytes: 64 * 1024,

  /** From this share of `maxConnections` on, a connection may be idle for `nearlyFullIdleMs` only. */
  nearlyFullShare: 0.8,
  /** Shares of `dataMemoryBytes`: the most for the large mails of one client, and the part for small mails only. */
  clientMemoryShare: 1 / 8,
  smallMailMemoryShare: 1 / 8,

  recipients: limits.smtpMaxRecipients,
  /** RCPT commands in one transaction, including those over the limit of recipients: a large sender gets 452 for them and goes on. */
  recipientCommands: 1_000,
  otherCommandsBetweenMails: 100,
  unknownCommands: 10,
  failedRecipients: 20,

  /** At least 5 minutes by RFC 5321 §4.5.3.2.7, while there are enough connections. */
  idleMs: 5 * minute,
  nearlyFullIdleMs: 20 * second,
  sessionMs: 10 * minute,
  dataMs: 5 * minute,
  /** The same while most of `dataMemoryBytes` is in use: a large mail that comes slowly would keep all others out. */
  scarceDataMs: minute,
  /** After this time a mail must have averaged `slowestBytesPerSecond`. */
  slowGraceMs: 30 * second,
  slowestBytesPerSecond: 1_024,
  handshakeMs: 30 * second,
  proxyHeaderMs: 5 * second,
  /** How long a closing connection is still read, so that the client gets the last reply. */
  lingerMs: 30 * second,
  /** The pause between two reads of what it still sends: without it, fifty such connections would slow all others down. */
  lingerPauseMs: 10,
  /** Like `lingerMs`, where the client's mail was refused for now and the rest of it is not read. */
  unreadLingerMs: 3 * second,
  /** How often timeouts are checked. */
  timeoutCheckMs: second,
} as const

/** The limits of a configuration, together with the fixed ones. */
export const smtpLimits = (config: Config) => ({
  ...fixedLimits,
  /** Largest mail, announced as SIZE (RFC 1870). */
  maxBytes: config.SMTP_MAX_BYTES,
  maxConnections: config.SMTP_MAX_CONNECTIONS,
  connectionsPerClient: config.SMTP_CONNECTIONS_PER_IP,
  connectionsPerMinutePerClient: config.SMTP_CONNECTIONS_PER_MINUTE_PER_IP,
  copiesPerMinutePerClient: config.SMTP_MAILS_PER_MINUTE_PER_IP,
  copyBytesPerMinutePerClient: config.SMTP_MB_PER_MINUTE_PER_IP * mebibyte,
  mailsPerConnection: config.SMTP_MAILS_PER_CONNECTION,
  newAddressesPerHourPerClient: config.SMTP_NEW_ADDRESSES_PER_HOUR,
  /** For all incoming mails of the process. */
  dataMemoryBytes: config.SMTP_DATA_MEMORY_MB * mebibyte,
  /** 0 greets at once; otherwise a client that sends before the greeting gets 421. */
  greetingDelayMs: config.SMTP_GREETING_DELAY_MS,
  /** Lag of the event loop above which no mail is begun; 0: no limit. */
  overloadLagMs: config.SMTP_MAX_LAG_MS,
  /** For a recipient's look-up, and for a mail's commit. */
  commitMs: config.SMTP_COMMIT_SECONDS * second,
})

const isOwnMachine = ipList(ownMachine)

/** Programs of this machine are not offered a self-made certificate: many libraries would refuse it and send nothing. */
function startTlsOffer({ SMTP_STARTTLS: setting, SMTP_TLS_CERT_FILE }: Config): SmtpSettings['offersStartTls'] {
  if (setting === 'auto' && SMTP_TLS_CERT_FILE === undefined) return (clientIp) => !isOwnMachine(clientIp)
  return () => setting !== 'never'
}

/** The settings of the SMTP server from the configuration of the process. */
export const smtpSettings = (config: Config, tls: TlsMaterial): SmtpSettings => ({
  host: config.SMTP_HOST,
  port: config.SMTP_PORT,
  name: config.SMTP_NAME,
  tls,
  offersStartTls: startTlsOffer(config),
  proxyFrom: config.SMTP_PROXY_FROM,
  exempt: config.SMTP_LIMITS_EXEMPT,
  limits: smtpLimits(config),
})

import { limits } from '@inlet/contract'
import type { TlsMaterial } from './tls-material.ts'

const second = 1_000
const minute = 60 * second

/** What the listener is set to. */
export interface SmtpSettings {
  host: string
  /** 0 lets the system choose. */
  port: number
  /** The name in the greeting. */
  name: string
  tls: TlsMaterial
  /** Addresses or CIDRs of the balancers that must send a PROXY header. */
  proxyFrom: readonly string[]
  /** Addresses or CIDRs of clients that the limits for each client do not hold for. */
  exempt: readonly string[]
  limits: SmtpLimits
}

/** What one client, one connection and the process may take; sizes in bytes, times in milliseconds. */
export type SmtpLimits = { [name in keyof typeof standardSmtpLimits]: number }

/** The limits where nothing else is said. */
export const standardSmtpLimits = {
  /** Largest mail, announced as SIZE (RFC 1870). */
  maxBytes: limits.smtpMaxBytes,
  /** So much more is read of one that turns out larger, to refuse it with a reply that its sender hears. */
  overrunBytes: 64 * 1024,
  /** Longest line of a mail: RFC 5321 §4.5.3.1.6 says 1,000, real senders do not. */
  mailLineBytes: 1024 * 1024,
  /** Longest command with its CRLF: 512 by RFC 5321 §4.5.3.1.4, and what its extensions add. */
  commandBytes: 2_048,
  /** Replies that a client has not read yet. */
  unreadReplyBytes: 64 * 1024,

  maxConnections: 5_000,
  /** Share of them from which on nobody may idle long. */
  crowdedShare: 0.8,
  connectionsPerClient: 50,
  connectionsPerMinutePerClient: 600,
  copiesPerMinutePerClient: 3_000,
  copyBytesPerMinutePerClient: 300 * 1024 * 1024,
  newAddressesPerHourPerClient: 200,
  /** For all mails on their way in; the share of it that the large mails of one client may take; and the one for small mails only. */
  dataMemoryBytes: 256 * 1024 * 1024,
  clientMemoryShare: 1 / 8,
  smallMailMemoryShare: 1 / 8,

  mailsPerConnection: 1_000,
  recipients: limits.smtpMaxRecipients,
  /** RCPT commands in one transaction, the ones over the limit of recipients too: a large sender hears 452 for those and goes on. */
  recipientCommands: 1_000,
  otherCommandsBetweenMails: 100,
  unknownCommands: 10,
  failedRecipients: 20,

  /** 0 greets at once; otherwise who talks before hears 421. */
  greetingDelayMs: 0,
  /** At least 5 minutes by RFC 5321 §4.5.3.2.7, as long as there is room. */
  idleMs: 5 * minute,
  crowdedIdleMs: 20 * second,
  sessionMs: 10 * minute,
  dataMs: 5 * minute,
  /** The same while most of `dataMemoryBytes` is held: who has sent much and goes on slowly would keep all others out. */
  scarceDataMs: minute,
  /** After this long a mail must have come at `slowestBytesPerSecond` so far. */
  slowGraceMs: 30 * second,
  slowestBytesPerSecond: 1_024,
  handshakeMs: 30 * second,
  proxyHeaderMs: 5 * second,
  /** How long a connection that was told to go is listened to, so that it hears why. */
  lingerMs: 30 * second,
  /** The pause between two reads of what it still sends: read as fast as it comes, fifty such connections would slow all others. */
  lingerPauseMs: 10,
  /** The same for one whose mail was refused for now: what it still sends is left in the network. */
  unreadLingerMs: 3 * second,
  /** A recipient's look-up and a mail's commit may each take so long. */
  commitMs: 30 * second,
  /** Lag of the event loop from which on no mail is begun; 0 never. */
  overloadLagMs: 200,
  /** How often clocks are looked at. */
  tickMs: second,
} as const

import type { SecureContext } from 'node:tls'
import type { ErrorCode } from '@inlet/contract'
import type { MailEnvelope, Recipient } from '@inlet/core'
import type { Log, SmtpMetrics } from '@inlet/runtime'
import type { TimeoutContext } from './connection-timeouts.ts'
import type { ClientLimits } from './guards/client-limits.ts'
import type { ClientRate } from './guards/client-rate.ts'
import type { MemoryBudget } from './guards/memory-budget.ts'
import type { Overload } from './guards/overload.ts'
import type { Reply } from './replies.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** A mail whose DATA has begun: its sender and recipients. */
export interface MailTransaction {
  requestId: string
  /** The id of a new trace (W3C Trace Context) that all log lines of the mail carry. */
  traceId: string
  envelope: MailEnvelope
  recipients: Recipient[]
  /** By `performance.now()`. */
  beganAt: number
}

/** What the protocol calls for everything beyond it. */
export interface MailHandlers {
  /** @throws what `toSmtpRefusal` turns into a reply */
  resolveRecipient(address: string): Promise<Recipient>
  /** Processes a whole mail and returns its reply; never rejects. */
  receiveMail(mail: MailTransaction, raw: Buffer): Promise<Reply>
  /** Logs and counts a mail that was refused before it was whole, or (`null`) cut off by its sender. */
  mailLost(mail: MailTransaction, sizeBytes: number, reply: Reply | null): void
  /** Counts a recipient that was not accepted; `error` is what its look-up threw, null where it timed out. */
  recipientRefused(refusal: { reason: ErrorCode; reply: number }, error: unknown): void
}

/** An open connection, before or after its PROXY header. */
export interface OpenConnection {
  checkTimeouts(context: TimeoutContext): void
  isReceiving(): boolean
  isEncrypted(): boolean
  end(reply: Reply): void
  destroy(): void
}

/** What the connections of a server share. */
export interface ServerContext {
  readonly settings: SmtpSettings
  readonly handlers: MailHandlers
  readonly log: Log
  readonly metrics: SmtpMetrics
  readonly clientLimits: ClientLimits
  /** Copies of mails: one for each recipient. */
  readonly copies: ClientRate
  /** The bytes of copies. */
  readonly copyBytes: ClientRate
  readonly disk: { isReached(): boolean }
  readonly memory: MemoryBudget
  readonly overload: Overload
  /** Reports bytes outside V8's heap that have just become garbage. */
  countGarbage(bytes: number): void
  newId(): string
  /** Milliseconds; only differences count. */
  now(): number
  secureContext(): SecureContext
  isDraining(): boolean
  /** Sends these replies at the end of the turn of the event loop, unless they were sent by then. */
  flushSoon(replies: { flush(): void }): void
  /** The connection is closed. */
  connectionClosed(connection: OpenConnection, clientIp: string): void
}

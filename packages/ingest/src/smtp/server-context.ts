import type { SecureContext } from 'node:tls'
import type { ErrorCode } from '@inlet/contract'
import type { MailEnvelope, Recipient } from '@inlet/core'
import type { Log, SmtpMetrics } from '@inlet/runtime'
import type { ClientLimits } from './guards/client-limits.ts'
import type { ClientRate } from './guards/client-rate.ts'
import type { MemoryBudget } from './guards/memory-budget.ts'
import type { Overload } from './guards/overload.ts'
import type { Moment } from './overdue.ts'
import type { Reply } from './replies.ts'
import type { SmtpSettings } from './smtp-settings.ts'

/** A mail whose DATA has begun: who sends it to whom. */
export interface MailTransaction {
  requestId: string
  /** A trace that begins here (W3C Trace Context), so that a mail can be followed through the log. */
  traceId: string
  envelope: MailEnvelope
  recipients: Recipient[]
  /** By `performance.now()`. */
  beganAt: number
}

/** What the server hands over to and asks: everything behind the protocol. */
export interface MailHandlers {
  /** @throws what `smtpRefusal` understands */
  resolveRecipient(address: string): Promise<Recipient>
  /** Takes a whole mail to its reply; never rejects. */
  takeMail(mail: MailTransaction, raw: Buffer): Promise<Reply>
  /** Notes a mail that was refused before it was whole, or (`null`) cut off by its sender. */
  lostMail(mail: MailTransaction, sizeBytes: number, reply: Reply | null): void
  /** Counts a recipient that was not accepted; `error` is what its look-up threw, if it came to an end. */
  recipientRefused(refusal: { reason: ErrorCode; reply: number }, error: unknown): void
}

/** The other end of a socket, whatever it has got to. */
export interface Peer {
  tick(moment: Moment): void
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
  newId(): string
  /** Milliseconds; only differences count. */
  now(): number
  secureContext(): SecureContext
  isDraining(): boolean
  /** Lets these replies go out at the end of the loop's turn, unless they have gone by then. */
  flushSoon(replies: { flush(): void }): void
  /** The connection is over. */
  left(peer: Peer, clientIp: string): void
}

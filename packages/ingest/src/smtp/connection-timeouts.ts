import { type Reply, replies } from './replies.ts'
import type { SmtpLimits } from './smtp-settings.ts'

/**
 * What a connection is doing: waiting to send the greeting, waiting for a command, looking up a recipient, receiving a mail, committing
 * it, in the TLS handshake, closing (what the client still sends is read and discarded, or left unread), or closed.
 */
export type Phase =
  | 'greeting'
  | 'commands'
  | 'look-up'
  | 'data'
  | 'commit'
  | 'handshake'
  | 'closing'
  | 'closing unread'
  | 'closed'

/** The times of a connection, in milliseconds of one clock, and what its limits depend on. */
export interface ConnectionClocks {
  phase: Phase
  openedAt: number
  /** When the last bytes came from the client. */
  lastReceivedAt: number
  phaseStartedAt: number
  hasTransaction: boolean
  /** Bytes of the mail so far. */
  mailBytes: number
}

/** The current time, and the shortages that shorten the timeouts. */
export interface TimeoutContext {
  now: number
  /** Few connections are left before the limit of the process. */
  isNearlyFull: boolean
  isMemoryScarce: boolean
}

/** @returns the reply for a timeout that has passed (451 for a look-up, 421 otherwise); `cut off`: disconnect without one; null: none has */
export function checkTimeouts(
  clocks: ConnectionClocks,
  limits: SmtpLimits,
  context: TimeoutContext,
): Reply | 'cut off' | null {
  const { now, isNearlyFull, isMemoryScarce } = context
  const inPhaseMs = now - clocks.phaseStartedAt
  const isBlockingOthers = isNearlyFull || (isMemoryScarce && clocks.phase === 'data')
  const idleMs = isBlockingOthers ? limits.nearlyFullIdleMs : limits.idleMs
  // The client's time to answer begins with our reply.
  const isIdle = now - Math.max(clocks.lastReceivedAt, clocks.phaseStartedAt) > idleMs
  switch (clocks.phase) {
    case 'handshake':
      return inPhaseMs > limits.handshakeMs ? 'cut off' : null
    case 'closing':
      return inPhaseMs > limits.lingerMs ? 'cut off' : null
    case 'closing unread':
      return inPhaseMs > limits.unreadLingerMs ? 'cut off' : null
    case 'look-up':
      return inPhaseMs > limits.commitMs ? replies.notInTime : null
    case 'commands':
      if (isIdle) return replies.idle
      return now - clocks.openedAt > sessionMs(clocks, limits) ? replies.sessionTooLong : null
    case 'data':
      if (inPhaseMs > (isMemoryScarce ? limits.scarceDataMs : limits.dataMs)) return replies.dataTooLong
      if (isIdle) return replies.idle
      return isTooSlow(inPhaseMs, clocks.mailBytes, limits) ? replies.tooSlow : null
    // The commit has a deadline of its own, and its outcome decides.
    case 'commit':
    case 'greeting':
    case 'closed':
      return null
  }
}

// A sender that goes on delivering is not cut off inside a transaction, unless it stays there.
function sessionMs({ hasTransaction }: ConnectionClocks, limits: SmtpLimits): number {
  return hasTransaction ? limits.sessionMs + limits.dataMs : limits.sessionMs
}

function isTooSlow(elapsedMs: number, bytes: number, limits: SmtpLimits): boolean {
  return elapsedMs > limits.slowGraceMs && (bytes * 1000) / elapsedMs < limits.slowestBytesPerSecond
}

import { type Reply, replies } from './replies.ts'
import type { SmtpLimits } from './smtp-settings.ts'

/**
 * What a connection is at: waiting for the moment to greet, for a command, for a recipient's look-up; taking a mail; committing it;
 * shaking hands; told to go, and what it still sends is read (`leaving`) or not (`unread`); gone.
 */
export type Phase =
  | 'greeting'
  | 'commands'
  | 'look-up'
  | 'data'
  | 'commit'
  | 'handshake'
  | 'leaving'
  | 'unread'
  | 'gone'

/** Where a connection stands; times in milliseconds of one clock. */
export interface ConnectionClocks {
  phase: Phase
  openedAt: number
  /** When the client was last heard. */
  heardAt: number
  /** When the phase began. */
  phaseAt: number
  hasTransaction: boolean
  /** Bytes of the mail so far. */
  mailBytes: number
}

/** The time, and what there is too little of: room for connections, or memory for mails. */
export interface Moment {
  now: number
  isCrowded: boolean
  isMemoryScarce: boolean
}

/** What the time says to a connection: a reply (451 for a look-up, 421 otherwise), to be cut off without one, or nothing. */
export function overdue(clocks: ConnectionClocks, limits: SmtpLimits, moment: Moment): Reply | 'cut off' | null {
  const { now, isCrowded, isMemoryScarce } = moment
  const inPhaseMs = now - clocks.phaseAt
  const isInTheWay = isCrowded || (isMemoryScarce && clocks.phase === 'data')
  const idleMs = isInTheWay ? limits.crowdedIdleMs : limits.idleMs
  // What we have just said is the client's to answer.
  const isIdle = now - Math.max(clocks.heardAt, clocks.phaseAt) > idleMs
  switch (clocks.phase) {
    case 'handshake':
      return inPhaseMs > limits.handshakeMs ? 'cut off' : null
    case 'leaving':
      return inPhaseMs > limits.lingerMs ? 'cut off' : null
    case 'unread':
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
    // The commit has a budget of its own, and what comes of it decides.
    case 'commit':
    case 'greeting':
    case 'gone':
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

/** Error codes of `node:dns` for a name server that does not answer. */
const silentCodes = new Set(['ETIMEOUT', 'ECONNREFUSED'])

/** When the circuit breaker opens, for how long, and how it probes the name servers. */
export interface BreakerSettings {
  /** The breaker opens after this many questions in a row without an answer. */
  silentLimit: number
  pauseMs: number
  /** A query that every name server answers, if only with an error, whatever the domains of mails are. */
  probe: () => Promise<unknown>
  /** Monotonic time in milliseconds. */
  now: () => number
  onChange: (state: 'silent' | 'answering') => void
}

/** A circuit breaker: during an outage of DNS, queries fail at once, so that mails do not wait. */
export interface DnsBreaker {
  /** Asks, unless the breaker is open. @throws what `question` throws, or an error with the code ETIMEOUT at once */
  ask<T>(question: () => Promise<T>): Promise<T>
  /** Whether a question would fail at once. */
  isOpen(): boolean
}

/**
 * Makes a breaker. After too many unanswered questions in a row all fail at once, until the pause is over and one is tried. Domains with
 * slow servers do not keep it open: when it opens it probes the root zone, and any answer closes it.
 */
export function dnsBreaker({ silentLimit, pauseMs, probe, now, onChange }: BreakerSettings): DnsBreaker {
  let silent = 0
  let openUntil: number | null = null

  const isOpen = () => openUntil !== null && now() < openUntil

  function answered(): void {
    silent = 0
    if (openUntil === null) return
    openUntil = null
    onChange('answering')
  }

  function unanswered(): void {
    silent += 1
    if (silent < silentLimit) return
    const wasClosed = openUntil === null
    openUntil = now() + pauseMs
    if (wasClosed) onChange('silent')
    probe().then(answered, (error: unknown) => {
      if (!isSilence(error)) answered()
    })
  }

  return {
    isOpen,
    async ask(question) {
      if (isOpen()) throw dnsError('ETIMEOUT')
      // The pause is over: this question is tried; the next ones fail at once until it is answered.
      if (openUntil !== null) openUntil = now() + pauseMs
      try {
        const answer = await question()
        answered()
        return answer
      } catch (error) {
        if (isSilence(error)) unanswered()
        else answered()
        throw error
      }
    },
  }
}

/** An error as `node:dns` throws it. */
export function dnsError(code: string): Error & { code: string } {
  return Object.assign(new Error(`DNS: ${code}`), { code })
}

/** The code of an error of `node:dns`. */
export function dnsCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN'
}

const isSilence = (error: unknown): boolean => silentCodes.has(dnsCode(error))

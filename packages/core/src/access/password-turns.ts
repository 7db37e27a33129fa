import { AppError } from '@inlet/contract'
import { createFairTurns, createNestedTurns, TurnTimeout } from '@inlet/threads'

/** Whose password is tried, and from where: a client's IPv4 address or IPv6 /48. `isKnown` where the client has had it right before. */
export interface PasswordTurn {
  serviceId: string
  network: string
  isKnown?: boolean
}

/** Runs the check of a password once it is its turn. @throws SERVICE_UNAVAILABLE when it waited for too long */
export type RunPasswordCheck = <T>(turn: PasswordTurn, check: () => Promise<T>) => Promise<T>

/** Runs the hashing of a service's new password once it is its turn. @throws SERVICE_UNAVAILABLE when it waited for too long */
export type RunPasswordHash = <T>(serviceId: string, hash: () => Promise<T>) => Promise<T>

const defaultMaxWaitMs = 5_000
// Three of the thread pool's four threads together, so that files and DNS names are still read meanwhile; 48 MiB at most.
const checksAtOnce = 2
const hashesAtOnce = 1

/**
 * Makes the turns of a process's checks: they go round between services, and within one between networks. One service runs one check at a
 * time, so that none takes all places. Known clients do not stand in line behind those who guess.
 */
export function passwordChecks(maxWaitMs = defaultMaxWaitMs): RunPasswordCheck {
  const run = createNestedTurns({ total: checksAtOnce })
  return ({ serviceId, network, isKnown = false }, check) =>
    orUnavailable(() => run({ key: serviceId, by: network, line: isKnown ? 'known' : 'new', maxWaitMs }, check))
}

/** Makes the turns of a process's new passwords, by service: apart from the checks, of which strangers may cause as many as they like. */
export function passwordHashes(): RunPasswordHash {
  const services = createFairTurns({ perKey: 1, total: hashesAtOnce })
  return (serviceId, hash) => orUnavailable(() => services.run({ key: serviceId, maxWaitMs: defaultMaxWaitMs }, hash))
}

async function orUnavailable<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof TurnTimeout)) throw error
    throw new AppError('SERVICE_UNAVAILABLE', 'Too many passwords are being checked', { retryAfterSeconds: 2 })
  }
}

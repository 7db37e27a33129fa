import { AppError } from '@inlet/contract'
import { createFairTurns, type FairTurns, TurnTimeout } from '@inlet/threads'

/** Whose password is tried, and from where: a client's IPv4 address or IPv6 /48. */
export interface PasswordTurn {
  serviceId: string
  network: string
}

/** Runs the check of a password once it is its turn. @throws SERVICE_UNAVAILABLE when it waited for too long */
export type RunPasswordCheck = <T>(turn: PasswordTurn, check: () => Promise<T>) => Promise<T>

/** Runs the hashing of a service's new password once it is its turn. @throws SERVICE_UNAVAILABLE when it waited for too long */
export type RunPasswordHash = <T>(serviceId: string, hash: () => Promise<T>) => Promise<T>

const defaultMaxWaitMs = 5_000
// Three of the thread pool's four threads together, so that files and DNS names are still read meanwhile; 48 MiB at most.
const checksAtOnce = 2
const hashesAtOnce = 1

/** The networks that wait at one service. */
interface ServiceLine {
  networks: FairTurns
  calls: number
}

/**
 * Makes the turns of a process's checks: they go round between services, and within one between networks. One service runs one check at a
 * time, so that none takes all places.
 */
export function passwordChecks(maxWaitMs = defaultMaxWaitMs): RunPasswordCheck {
  const services = createFairTurns({ perKey: 1, total: checksAtOnce })
  const lines = new Map<string, ServiceLine>()

  async function inLine<T>(serviceId: string, run: (networks: FairTurns) => Promise<T>): Promise<T> {
    const line = lines.get(serviceId) ?? { networks: createFairTurns({ perKey: 1, total: 1 }), calls: 0 }
    lines.set(serviceId, line)
    line.calls += 1
    try {
      return await run(line.networks)
    } finally {
      line.calls -= 1
      if (line.calls === 0) lines.delete(serviceId)
    }
  }

  return ({ serviceId, network }, check) => {
    const waitsUntil = performance.now() + maxWaitMs
    const leftMs = () => Math.max(0, waitsUntil - performance.now())
    const atService = () => services.run({ key: serviceId, maxWaitMs: leftMs() }, check)
    return orUnavailable(() =>
      inLine(serviceId, (networks) => networks.run({ key: network, maxWaitMs: leftMs() }, atService)),
    )
  }
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

import { AppError } from '@inlet/contract'
import { createNestedTurns, TurnTimeout } from '@inlet/threads'

/** Under which wildcard a host is looked for, and from where it is asked for: a client's IPv4 address or IPv6 /48. */
interface WildcardLook {
  wildcardId: string
  network: string
}

/** Runs a look for the addresses of a wildcard's host once it is its turn. @throws SERVICE_UNAVAILABLE when it waited for too long */
export type RunWildcardLook = <T>(turn: WildcardLook, look: () => Promise<T>) => Promise<T>

const defaultMaxWaitMs = 5_000
const looksAtOnce = 4

/** Makes the turns of a process's looks: they go round between wildcards, and within one between networks. */
export function wildcardLooks(maxWaitMs = defaultMaxWaitMs): RunWildcardLook {
  const run = createNestedTurns({ total: looksAtOnce })
  return async ({ wildcardId, network }, look) => {
    try {
      return await run({ key: wildcardId, by: network, maxWaitMs }, look)
    } catch (error) {
      if (!(error instanceof TurnTimeout)) throw error
      throw new AppError('SERVICE_UNAVAILABLE', 'Too many hosts under wildcards are asked for', {
        retryAfterSeconds: 2,
      })
    }
  }
}

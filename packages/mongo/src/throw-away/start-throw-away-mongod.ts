import { MongodFault } from '../mongod-fault.ts'
import { becomePrimary, replicaSetUri } from '../process/replica-set.ts'
import { runThrowAwayMongod, type ThrowAwayProcess } from './run-throw-away-mongod.ts'

/** A one-member replica set that lives in a temporary folder and no longer than this process. */
export type ThrowAwayMongod = AsyncDisposable & ThrowAwayProcess & { readonly uri: string }

const primaryLimitMs = 30_000

/**
 * Starts an empty one-member replica set for tests, with 256 MiB of cache, on a port that is free. @throws
 * MongodFault
 */
export async function startThrowAwayMongod(options: { binary: string }): Promise<ThrowAwayMongod> {
  const member = await runThrowAwayMongod(options, async (port) => {
    if (await becomePrimary(port, primaryLimitMs)) return
    throw new MongodFault('A throw-away mongod could not be started: its set has another address.')
  })
  return {
    ...member,
    uri: replicaSetUri(member.port),
    get pid() {
      return member.pid
    },
    [Symbol.asyncDispose]: member.stop,
  }
}

import { perFile } from '../per-file.ts'
import { type PreparedWorld, startPreparedWorld } from '../prepared-world.ts'
import { type PreparedUserOperation, prepareUserOperations } from './prepare.ts'

/** A prepared world with the operations for users, by id. */
export type UserWorld = PreparedWorld & { operation: (operationId: string) => PreparedUserOperation }

/** Starts one world for the tests of a file, of which each operation for users has its own. */
export function sharedUserWorld(settings: Record<string, string> = {}): () => UserWorld {
  return perFile(async () => {
    const prepared = await startPreparedWorld({ FAILED_CREDENTIALS_PER_MINUTE: '100000', ...settings })
    const all = await prepareUserOperations(prepared)
    const operation = (operationId: string) => {
      const found = all.find((each) => each.operationId === operationId)
      if (!found) throw new Error(`${operationId} is no operation for users`)
      return found
    }
    return { ...prepared, operation, [Symbol.asyncDispose]: () => prepared.world[Symbol.asyncDispose]() }
  })
}

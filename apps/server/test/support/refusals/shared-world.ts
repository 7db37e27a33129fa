import { afterAll, beforeAll } from 'vitest'
import { type PreparedOperation, type PreparedWorld, startPreparedWorld } from '../prepared-world.ts'

/** A prepared world, and the operation that a file tests. */
export type OperationWorld = PreparedWorld & { operation: PreparedOperation }

/** Starts one prepared world for the tests of a file, since starting it takes longer than they do; none of them changes what another asks for. */
export function sharedWorld(operationId: string, settings: Record<string, string> = {}): () => OperationWorld {
  let prepared: PreparedWorld | null = null
  beforeAll(async () => {
    prepared = await startPreparedWorld({ FAILED_CREDENTIALS_PER_MINUTE: '10000', ...settings })
  })
  afterAll(() => prepared?.world[Symbol.asyncDispose]())
  return () => {
    const operation = prepared?.operations.get(operationId)
    if (!prepared || !operation) throw new Error(`${operationId} is no operation of the contract`)
    return { ...prepared, operation }
  }
}

/** All calls of an operation, the one that is served first. */
export const callsOf = ({ good, others }: PreparedOperation) => [good, ...Object.values(others ?? {})]

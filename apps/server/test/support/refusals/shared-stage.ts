import { afterAll, beforeAll } from 'vitest'
import { type Stage, type StagedOperation, startStage } from '../stage.ts'

/** A stage, and the operation that a file tests. */
export type OperationStage = Stage & { operation: StagedOperation }

/** Starts one stage for the tests of a file, since starting it takes longer than they do; none of them changes what another asks for. */
export function sharedStage(operationId: string, settings: Record<string, string> = {}): () => OperationStage {
  let stage: Stage | null = null
  beforeAll(async () => {
    stage = await startStage({ FAILED_CREDENTIALS_PER_MINUTE: '10000', ...settings })
  })
  afterAll(() => stage?.world[Symbol.asyncDispose]())
  return () => {
    const operation = stage?.operations.get(operationId)
    if (!stage || !operation) throw new Error(`${operationId} is no operation of the contract`)
    return { ...stage, operation }
  }
}

/** All calls of an operation, the one that is served first. */
export const callsOf = ({ good, others }: StagedOperation) => [good, ...Object.values(others ?? {})]

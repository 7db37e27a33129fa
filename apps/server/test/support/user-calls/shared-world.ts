import { afterAll, beforeAll } from 'vitest'
import { type PreparedWorld, startPreparedWorld } from '../prepared-world.ts'
import { type PreparedUserOperation, prepareUserOperations } from './prepare.ts'

/** A prepared world with the operations for users. */
export type UserWorld = PreparedWorld & { userOperations: PreparedUserOperation[] }

/** Starts one world for the tests of a file, which go through all operations for users. */
export function sharedUserWorld(settings: Record<string, string> = {}): () => UserWorld {
  let shared: UserWorld | null = null
  beforeAll(async () => {
    const prepared = await startPreparedWorld({ FAILED_CREDENTIALS_PER_MINUTE: '100000', ...settings })
    shared = { ...prepared, userOperations: await prepareUserOperations(prepared) }
  })
  afterAll(() => shared?.world[Symbol.asyncDispose]())
  return () => {
    if (!shared) throw new Error('the world has not started')
    return shared
  }
}

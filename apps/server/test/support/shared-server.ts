import { beforeAll } from 'vitest'
import { type ProgramOptions, type StartedProgram, startProgram } from './started-program.ts'
import { newWorld, type World } from './world.ts'

/** All tests are one client, and its limits are not what they try. */
const limitsOfClients = {
  FAILED_CREDENTIALS_PER_MINUTE: '100000',
  PUBLIC_REQUESTS_PER_MINUTE: '100000',
  UNLOCKS_PER_QUARTER_HOUR: '100000',
}

/** The servers of this process, by their options. Each serves all files that the process runs, and ends with it. */
const servers = new Map<string, Promise<StartedProgram>>()

/**
 * One server for the tests of many files, started before the first test of the first of them. Each call gives a test two tenants of its
 * own on it: nothing that customers do reaches another tenant, so neither does what a test does. It cannot move the clock, read the log or
 * stop the server: that takes `startWorld`.
 */
export function sharedServer(options: Pick<ProgramOptions, 'settings' | 'hasDns'> = {}): () => Promise<World> {
  const key = JSON.stringify(options)
  const started = () => {
    const found =
      servers.get(key) ?? startProgram({ ...options, settings: { ...limitsOfClients, ...options.settings } })
    servers.set(key, found)
    return found
  }
  beforeAll(started)
  return async () => newWorld(await started())
}

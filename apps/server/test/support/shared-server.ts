import { perFile } from './per-file.ts'
import { type ProgramOptions, startProgram } from './started-program.ts'
import { newWorld, type World } from './world.ts'

/** All tests are one client, and its limits are not what they try. */
const limitsOfClients = {
  FAILED_CREDENTIALS_PER_MINUTE: '100000',
  PUBLIC_REQUESTS_PER_MINUTE: '100000',
  UNLOCKS_PER_QUARTER_HOUR: '100000',
}

/**
 * Starts one server for the tests of a file. Each call gives a test two tenants of its own on it: nothing that customers do reaches
 * another tenant, so neither does what a test does. It cannot move the clock, read the log or stop the server: that takes `startWorld`.
 */
export function sharedServer(options: ProgramOptions = {}): () => Promise<World> {
  const program = perFile(() => startProgram({ ...options, settings: { ...limitsOfClients, ...options.settings } }))
  return () => newWorld(program())
}

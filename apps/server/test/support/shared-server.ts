import { beforeAll } from 'vitest'
import { perFile } from './per-file.ts'
import { type ProgramOptions, type StartedProgram, startProgram } from './started-program.ts'
import { newWorld, type World } from './world.ts'

/** All tests are one client, and its limits are not what they try. */
const limitsOfClients = {
  FAILED_CREDENTIALS_PER_MINUTE: '100000',
  PUBLIC_REQUESTS_PER_MINUTE: '100000',
  UNLOCKS_PER_QUARTER_HOUR: '100000',
  USER_REQUESTS_PER_MINUTE: '100000',
}

/** The servers of this process, by their options. Each serves all files that the process runs, and ends with it. */
const servers = new Map<string, Promise<StartedProgram>>()

const start = ({ settings, ...options }: ServerOptions) =>
  startProgram({ ...options, settings: { ...limitsOfClients, ...settings } })

type ServerOptions = Pick<ProgramOptions, 'settings' | 'hasDns'>

/**
 * One server for the tests of many files, started before the first test of the first of them. Each call gives a test two tenants of its
 * own on it: nothing that customers do reaches another tenant, so neither does what a test does. It cannot read the log or stop the server:
 * that takes `startWorld`. Its clock may be some seconds ahead of the system's, which `elapse` of another test has moved.
 */
export function sharedServer(options: ServerOptions = {}): () => Promise<World> {
  const key = JSON.stringify(options)
  const started = () => {
    const found = servers.get(key) ?? start(options)
    servers.set(key, found)
    // Another file tries again.
    found.catch(() => servers.delete(key))
    return found
  }
  beforeAll(started)
  return async () => newWorld(await started())
}

/** One server for the tests of a file: for those that run the operator's commands too, whose clock is the system's. */
export function fileServer(options: ServerOptions = {}): () => Promise<World> {
  const program = perFile(() => start(options))
  return () => newWorld(program())
}

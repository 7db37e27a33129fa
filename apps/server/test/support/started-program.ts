import { type BillingProvider, ensureCollections } from '@inlet/core'
import type { DiskSpace } from '@inlet/ingest'
import { createLog, readConfig } from '@inlet/runtime'
import { emptiedDatabase, fakeDns, type TestClock, testClock } from '@inlet/testkit'
import type { ThreadSource } from '@inlet/threads'
import { assemble, type Program } from '../../src/assemble.ts'
import { sharedThreads } from './shared-threads.ts'

export interface ProgramOptions {
  /** Settings beside the tests' own; ports are always the system's choice. */
  settings?: Record<string, string>
  /** Another replica set than the run's, or the database of another world: then both are processes of one service. */
  databaseUri?: string
  /** One that starts at another time than now. */
  clock?: TestClock
  /** With a name server of its own, in which no name exists until the test says so. */
  hasDns?: boolean
  /** Instead of the database's disk. */
  readSpace?: () => Promise<DiskSpace | null>
  /** Instead of the provider that the settings name. */
  billing?: BillingProvider
  /** Instead of parsing threads that tests share. */
  threads?: ThreadSource
  /** Runs when all servers listen. */
  beforeReady?: (program: Program) => Promise<void>
}

/** The assembled server, without tenants. */
export async function startProgram(options: ProgramOptions) {
  const clock = options.clock ?? testClock()
  const database = options.databaseUri ? null : await emptiedDatabase(ensureCollections)
  const dns = options.hasDns ? await fakeDns() : null
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const config = readConfig({
    HTTP_PORT: '0',
    SMTP_PORT: '0',
    SMTP_NAME: 'mx.test',
    PARSE_WORKERS: '1',
    // No server listens there: no test asks the machine's own name servers.
    DNS_SERVERS: dns?.server ?? '127.0.0.1:9',
    // A machine that is busy with tests is not what the limit is for.
    SMTP_MAX_LAG_MS: '0',
    ...options.settings,
  })
  const { readSpace, billing, threads = sharedThreads, beforeReady } = options
  const databaseUri = options.databaseUri ?? database?.uri ?? ''
  const program = await assemble(config, {
    databaseUri,
    log,
    clock,
    threads,
    ...(readSpace && { readSpace }),
    ...(billing && { billing }),
    ...(beforeReady && { beforeReady }),
  })
  return {
    ...program,
    databaseUri,
    dns,
    clock,
    lines,
    async [Symbol.asyncDispose]() {
      await program.stop()
      await dns?.[Symbol.asyncDispose]()
      await database?.[Symbol.asyncDispose]()
    },
  }
}

export type StartedProgram = Awaited<ReturnType<typeof startProgram>>

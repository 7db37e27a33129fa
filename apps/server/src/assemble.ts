import {
  type Clock,
  connectDatabase,
  type Deps,
  ensureCollections,
  processMemory,
  rateLimiter,
  searchQueue,
} from '@inlet/core'
import type { EmbeddedProvider } from '@inlet/identity'
import type { DiskSpace } from '@inlet/ingest'
import { startJobs } from '@inlet/jobs'
import {
  type Config,
  createBackground,
  createMetrics,
  idSource,
  type Log,
  type Stoppable,
  stopAll,
  systemClock,
} from '@inlet/runtime'
import { countingRateLimiter } from './parts/counting-rate-limiter.ts'
import { startHttp } from './parts/start-http.ts'
import { startMetrics } from './parts/start-metrics.ts'
import { startSmtp } from './parts/start-smtp.ts'

/** Mail needs few connections, and always has them, whatever is read meanwhile. */
const ingestConnections = 20

/** The running program. Ports are those the system chose where the configuration says 0; null where the role has none. */
export interface Program {
  deps: Deps
  httpPort: number
  smtpPort: number | null
  /** Of `/metrics`; null where nobody asked for it. */
  metricsPort: number | null
  /** False in a process whose HTTP server has probes only. */
  servesApi: boolean
  /** The service's address as its users see it. */
  publicUrl: string
  /** The login that this process serves; null where that is another's, by role or by `OIDC_ISSUER`. */
  provider: EmbeddedProvider | null
  /** Finishes what is on its way, then ends everything that `assemble` started. */
  stop(): Promise<void>
}

interface Outside {
  databaseUri: string
  log: Log
  clock?: Clock
  /** Instead of the database's disk, for tests: its space, null where that is not told. */
  readSpace?: () => Promise<DiskSpace | null>
  /** What is still to be done before the process calls itself ready, once everything listens. */
  beforeReady?: (program: Program) => Promise<void>
}

/** Makes the program out of its parts: the table of contents of the server. @throws what keeps a part from starting */
export async function assemble(config: Config, outside: Outside): Promise<Program> {
  const { databaseUri, log, clock = systemClock, readSpace, beforeReady } = outside
  const metrics = createMetrics()
  // In the order in which they are stopped.
  const parts: Stoppable[] = []
  const openPool = async (pool: 'api' | 'ingest', maxConnections?: number) => {
    const watch = metrics.database.pool(pool)
    const opened = await connectDatabase(databaseUri, { watch, ...(maxConnections && { maxConnections }) })
    parts.push({ name: `database connections: ${pool}`, stop: () => opened.client.close() })
    return opened
  }
  const db = await openPool('api')
  const searches = { perService: config.SEARCHES_PER_SERVICE, perProcess: config.SEARCHES_PER_PROCESS }
  const queue = searchQueue(searches, () => metrics.access.limitHit('searches'))
  const deps: Deps = {
    db,
    clock,
    ...idSource(clock),
    ...processMemory(db, queue),
  }
  const background = createBackground(log)
  const limiter = countingRateLimiter(rateLimiter(deps), metrics.access)
  parts.unshift({ name: 'background', stop: () => background.settled() })
  let isReady = false

  try {
    // First, so that a long start is seen; stopped last but for the database, so that the end is seen too.
    const metricsServer = await startMetrics(config, { metrics, db, log, isReady: () => isReady })
    if (metricsServer) parts.unshift(metricsServer)
    await ensureCollections(db)
    const jobs = does(config, 'worker') ? { name: 'jobs', ...startJobs({ deps, log, metrics }) } : null
    if (jobs) parts.unshift(jobs)
    const ingestDeps = async () => {
      const pool = await openPool('ingest', ingestConnections)
      return { ...deps, db: pool, ...processMemory(pool, queue) }
    }
    const smtp = does(config, 'smtp')
      ? await startSmtp(config, { deps: await ingestDeps(), log, metrics, readSpace })
      : null
    if (smtp) parts.unshift(smtp)
    const servesApi = does(config, 'http')
    const http = await startHttp(config, {
      deps,
      log,
      metrics,
      background,
      rateLimiter: limiter,
      isReady: () => isReady,
      servesApi,
    })
    parts.unshift(http)

    const stop = async () => {
      isReady = false
      // Requests, mails and jobs end side by side, so that no deadline adds to another's.
      const isFirst = (part: Stoppable) => part === http || part === smtp || part === jobs
      await Promise.all(parts.filter(isFirst).map((part) => stopAll([part], log)))
      await stopAll(
        parts.filter((part) => !isFirst(part)),
        log,
      )
    }
    const { port: httpPort, publicUrl, provider } = http
    const smtpPort = smtp?.port ?? null
    const metricsPort = metricsServer?.port ?? null
    const program = { deps, httpPort, smtpPort, metricsPort, servesApi, publicUrl, provider, stop }
    await beforeReady?.(program)
    isReady = true
    return program
  } catch (error) {
    await stopAll(parts, log)
    throw error
  }
}

const does = ({ INLET_ROLE }: Config, role: Config['INLET_ROLE']) => INLET_ROLE === 'all' || INLET_ROLE === role

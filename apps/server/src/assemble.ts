import {
  type BillingProvider,
  type Clock,
  connectDatabase,
  type Deps,
  ensureCollections,
  findMaker,
  processMemory,
  rateLimiter,
  searchQueue,
  usageMemory,
} from '@inlet/core'
import type { EmbeddedProvider } from '@inlet/identity'
import type { DiskSpace } from '@inlet/ingest'
import { startJobs, startWebhooks } from '@inlet/jobs'
import {
  type Config,
  createBackground,
  createMetrics,
  domainDns,
  idSource,
  jobPatience,
  type Log,
  type Metrics,
  type Stoppable,
  stopAll,
  systemClock,
} from '@inlet/runtime'
import type { ThreadSource } from '@inlet/threads'
import { mxHostOf } from './mx-host.ts'
import { allowedTargets } from './parts/allowed-targets.ts'
import { countUsage } from './parts/count-usage.ts'
import { countingRateLimiter } from './parts/counting-rate-limiter.ts'
import { startHttp } from './parts/start-http.ts'
import { startMetrics } from './parts/start-metrics.ts'
import { type SmtpPart, startSmtp } from './parts/start-smtp.ts'
import { readPlans } from './start/read-plans.ts'

/** Mail has a connection pool of its own, so that requests cannot take its connections. */
const ingestConnections = 20
/** So have jobs and webhooks, for the same reason; they need few. */
const jobConnections = 10

/** The running program. A port that is 0 in the configuration is chosen by the system; a port is null where the role has no such server. */
export interface Program {
  deps: Deps
  httpPort: number
  smtpPort: number | null
  /** The port of `/metrics`; null where `METRICS_PORT` is not set. */
  metricsPort: number | null
  /** False in a process whose HTTP server has probes only. */
  servesApi: boolean
  /** The service's address as its users see it. */
  publicUrl: string
  /** The embedded provider; null where this process does not serve it, because of its role or `OIDC_ISSUER`. */
  provider: EmbeddedProvider | null
  /** Finishes open requests, mails and jobs, then stops all parts. */
  stop(): Promise<void>
}

interface Outside {
  databaseUri: string
  log: Log
  clock?: Clock
  /** Replaces the measurement of the database's disk, for tests; null means unknown. */
  readSpace?: () => Promise<DiskSpace | null>
  /** Replaces new threads for parsing, for tests. */
  threads?: ThreadSource
  /** Replaces the provider of `BILLING_PROVIDER`, for tests. */
  billing?: BillingProvider
  /** Runs when all servers listen and before `/readyz` answers 200. */
  beforeReady?: (program: Program) => Promise<void>
}

/** Starts all parts of the program and connects them: the table of contents of the server. @throws the error of the part that did not start */
export async function assemble(config: Config, outside: Outside): Promise<Program> {
  const { databaseUri, log, clock = systemClock, readSpace, threads, beforeReady } = outside
  const plans = await readPlans(config)
  const metrics = createMetrics()
  // In the order in which they are stopped.
  const parts: Stoppable[] = []
  const openPool = async (pool: 'api' | 'ingest' | 'jobs', maxConnections?: number) => {
    const watch = metrics.database.pool(pool)
    const opened = await connectDatabase(databaseUri, { watch, ...(maxConnections && { maxConnections }) })
    parts.push({ name: `database connections: ${pool}`, stop: () => opened.client.close() })
    return opened
  }
  const db = await openPool('api')
  const queue = searchQueue({
    limits: { perService: config.SEARCHES_PER_SERVICE, perProcess: config.SEARCHES_PER_PROCESS },
    makerOf: (serviceId) => findMaker({ db }, serviceId),
    onRefused: () => metrics.access.limitHit('searches'),
  })
  const shared = { searchQueue: queue, usage: usageMemory() }
  const deps: Deps = {
    db,
    clock,
    ...idSource(clock),
    plans,
    ...processMemory(db, shared),
  }
  const background = createBackground(log)
  const limiter = countingRateLimiter(rateLimiter(deps), metrics.access)
  parts.unshift({ name: 'background', stop: () => background.settled() })
  let isReady = false

  try {
    // First, so that metrics show a long start; stopped after all but the database, so that they show the shutdown too.
    const metricsServer = await startMetrics(config, { metrics, db, log, isReady: () => isReady })
    if (metricsServer) parts.unshift(metricsServer)
    await ensureCollections(db)
    parts.unshift(countUsage(deps, log))
    const depsOn = (pool: Deps['db']): Deps => ({ ...deps, db: pool, ...processMemory(pool, shared) })
    const jobDeps = does(config, 'worker') ? depsOn(await openPool('jobs', jobConnections)) : null
    const domains = jobChecks(config)
    const jobs = jobDeps && { name: 'jobs', ...startJobs({ deps: jobDeps, log, metrics, domains }) }
    if (jobs) parts.unshift(jobs)
    const smtp = does(config, 'smtp')
      ? await startSmtp(config, {
          deps: depsOn(await openPool('ingest', ingestConnections)),
          log,
          metrics,
          readSpace,
          threads,
        })
      : null
    if (smtp) parts.unshift(smtp)
    const receiving = smtp?.receiving ?? (() => ({ isBusy: false, mails: 0 }))
    const webhooks = jobDeps && startWebhookPart(config, { deps: jobDeps, log, metrics, receiving })
    if (webhooks) parts.unshift(webhooks)
    const servesApi = does(config, 'http')
    const http = await startHttp(config, {
      deps,
      log,
      metrics,
      background,
      rateLimiter: limiter,
      isReady: () => isReady,
      servesApi,
      smtpPort: smtp?.port ?? null,
      billing: outside.billing,
    })
    parts.unshift(http)

    const stop = async () => {
      isReady = false
      // HTTP, SMTP, jobs and webhooks stop at the same time, so that their time limits do not add up.
      const isFirst = (part: Stoppable) => part === http || part === smtp || part === jobs || part === webhooks
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
    await smtp?.started()
    isReady = true
    return program
  } catch (error) {
    await stopAll(parts, log)
    throw error
  }
}

function startWebhookPart(
  config: Config,
  needs: { deps: Deps; log: Log; metrics: Metrics; receiving: SmtpPart['receiving'] },
): Stoppable {
  const started = startWebhooks({
    ...needs,
    targets: allowedTargets(config),
    dnsServers: config.DNS_SERVERS,
    deliveriesPerMinute: config.WEBHOOK_DELIVERIES_PER_MINUTE,
  })
  return { name: 'webhooks', stop: () => started.stop() }
}

const jobChecks = (config: Config) => ({
  dns: domainDns(config.DNS_SERVERS, jobPatience),
  mxHost: mxHostOf(config),
})

const does = ({ INLET_ROLE }: Config, role: Config['INLET_ROLE']) => INLET_ROLE === 'all' || INLET_ROLE === role

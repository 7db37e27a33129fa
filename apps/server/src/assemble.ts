import { type ApiParts, createHttpServer, heldCalls } from '@inlet/api'
import {
  type Clock,
  connectDatabase,
  type Deps,
  ensureCollections,
  mailHostGuard,
  rateLimiter,
  recipientResolver,
} from '@inlet/core'
import { apiKeyAuthenticator } from '@inlet/identity'
import { createCommitter, listenSmtp, startParsePool, tlsMaterial } from '@inlet/ingest'
import { startJobs } from '@inlet/jobs'
import {
  type Background,
  type Config,
  createBackground,
  idSource,
  type Log,
  type Stoppable,
  stopAll,
  systemClock,
} from '@inlet/runtime'

/** Mail on its way at shutdown has this long; the whole shutdown stays under ten seconds. */
const drainMs = 6_000

/** The running program. Ports are those the system chose where the configuration says 0; null where the role has none. */
export interface Program {
  deps: Deps
  httpPort: number
  smtpPort: number | null
  /** Finishes what is on its way, then ends everything that `assemble` started. */
  stop(): Promise<void>
}

interface Outside {
  databaseUri: string
  log: Log
  clock?: Clock
}

/** Makes the program out of its parts: the table of contents of the server. @throws what keeps a part from starting */
export async function assemble(config: Config, { databaseUri, log, clock = systemClock }: Outside): Promise<Program> {
  const db = await connectDatabase(databaseUri)
  const deps: Deps = { db, clock, ...idSource(clock) }
  const background = createBackground(log)
  const closeDatabase = { name: 'database', stop: () => db.client.close() }
  // In the order in which they are stopped.
  const parts: Stoppable[] = [{ name: 'background', stop: () => background.settled() }, closeDatabase]
  let isReady = false

  try {
    await ensureCollections(db)
    if (does(config, 'worker')) parts.unshift({ name: 'jobs', ...startJobs(deps, log) })
    const smtp = does(config, 'smtp') ? await startSmtp(config, deps, log) : null
    if (smtp) parts.unshift(smtp)
    const http = await startHttp(config, { deps, log, background, isReady: () => isReady })
    parts.unshift(http)
    isReady = true

    const stop = async () => {
      isReady = false
      // Requests and mails end side by side, so that neither's deadline adds to the other's.
      const [edges, rest] = [
        parts.filter((part) => part === http || part === smtp),
        parts.filter((part) => part !== http && part !== smtp),
      ]
      await Promise.all(edges.map((edge) => stopAll([edge], log)))
      await stopAll(rest, log)
    }
    return { deps, httpPort: http.port, smtpPort: smtp?.port ?? null, stop }
  } catch (error) {
    await stopAll(parts, log)
    throw error
  }
}

const does = ({ INLET_ROLE }: Config, role: Config['INLET_ROLE']) => INLET_ROLE === 'all' || INLET_ROLE === role

async function startSmtp(config: Config, deps: Deps, log: Log): Promise<Stoppable & { port: number }> {
  const tls = await tlsMaterial(config.SMTP_NAME, {
    certFile: config.SMTP_TLS_CERT_FILE,
    keyFile: config.SMTP_TLS_KEY_FILE,
  })
  const parsePool = startParsePool(
    { workers: config.PARSE_WORKERS, deadlineMs: config.PARSE_SECONDS * 1000, heapMb: config.PARSE_HEAP_MB },
    log,
  )
  const settings = {
    host: config.SMTP_HOST,
    port: config.SMTP_PORT,
    name: config.SMTP_NAME,
    limits: { maxBytes: config.SMTP_MAX_BYTES, commitMs: config.SMTP_COMMIT_SECONDS * 1000 },
    tls,
  }
  const committer = createCommitter({ deps, log, underway: () => parsePool.underway() })
  const listener = await listenSmtp(settings, {
    deps,
    resolveRecipient: recipientResolver(deps),
    parsePool,
    committer,
    log,
  })
  return {
    name: 'smtp',
    port: listener.port,
    async stop() {
      await listener.drain(drainMs)
      await parsePool.stop()
    },
  }
}

interface HttpParts {
  deps: Deps
  log: Log
  background: Background
  isReady: () => boolean
}

/** Every role serves its probes; the API only those that have it. */
async function startHttp(
  config: Config,
  { deps, log, background, isReady }: HttpParts,
): Promise<Stoppable & { port: number }> {
  const held = heldCalls(
    deps,
    { perKey: config.HELD_CALLS_PER_KEY, perProcess: config.HELD_CALLS_PER_PROCESS },
    background,
  )
  const api: ApiParts = {
    deps,
    authenticate: apiKeyAuthenticator(deps, background),
    guardMailHost: mailHostGuard(deps),
    rateLimiter: rateLimiter(deps),
    heldCalls: held,
    limits: {
      apiKeyRequestsPerMinute: config.API_KEY_REQUESTS_PER_MINUTE,
      failedCredentialsPerMinute: config.FAILED_CREDENTIALS_PER_MINUTE,
    },
  }
  const server = createHttpServer({
    deps,
    log,
    trustedProxies: config.TRUSTED_PROXIES,
    isReady,
    parts: does(config, 'http') ? api : null,
  })
  await server.listen({ host: config.HTTP_HOST, port: config.HTTP_PORT })
  const address = server.server.address()
  return {
    name: 'http',
    port: address !== null && typeof address === 'object' ? address.port : config.HTTP_PORT,
    async stop() {
      held.stop()
      await server.close()
    },
  }
}

import {
  type ApiParts,
  createHttpServer,
  liveFeeds,
  longPolls,
  mailWorkers,
  messageRenderer,
  userTurns,
} from '@inlet/api'
import {
  apiKeyAuthenticator,
  type BillingProvider,
  callerOfUser,
  type Deps,
  mailHostGuard,
  type RateLimiter,
  siteFinder,
} from '@inlet/core'
import type { EmbeddedProvider } from '@inlet/identity'
import { type Background, type Config, domainDns, type Log, type Metrics, type Stoppable } from '@inlet/runtime'
import { readWebApp } from '@inlet/web-build'
import { mxHostOf } from '../mx-host.ts'
import { publicUrlOf } from '../own-url.ts'
import { listening } from '../start/listen-error.ts'
import { chooseTokenVerifier } from './access-token-verifier.ts'
import { allowedTargets } from './allowed-targets.ts'
import { billingProviderOf } from './billing-provider.ts'
import { dashboardConfigOf } from './dashboard-config-of.ts'

const mebibyte = 1024 * 1024

interface HttpParts {
  deps: Deps
  log: Log
  metrics: Metrics
  background: Background
  rateLimiter: RateLimiter
  isReady: () => boolean
  /** False in a process that serves probes only. */
  servesApi: boolean
  /** Null where this process has no SMTP server. */
  smtpPort: number | null
  /** Replaces the provider of `BILLING_PROVIDER`, for tests. */
  billing?: BillingProvider | undefined
}

/** The HTTP server of a process, listening. */
interface HttpPart extends Stoppable {
  port: number
  /** The base URL that users see. */
  publicUrl: string
  /** Null where this process does not serve the embedded provider. */
  provider: EmbeddedProvider | null
}

/** Starts the HTTP server. Every role serves probes; only `http` and `all` serve the API and the embedded provider. */
export async function startHttp(config: Config, parts: HttpParts): Promise<HttpPart> {
  const { deps, log, metrics, background, rateLimiter, isReady, servesApi, smtpPort } = parts
  const polls = longPolls(parts, {
    perKey: config.HELD_CALLS_PER_KEY,
    perVisitor: config.HELD_CALLS_PER_VISITOR,
    perProcess: config.HELD_CALLS_PER_PROCESS,
  })
  const feeds = liveFeeds(parts, { perUser: config.LIVE_FEEDS_PER_USER, perProcess: config.LIVE_FEEDS_PER_PROCESS })
  const workers = mailWorkers(log)
  const publicUrl = () => publicUrlOf(config, port())
  const billing = parts.billing ?? (await billingProviderOf(config, { deps, log, metrics, publicUrl }))
  const issuer = chooseTokenVerifier(config, { deps, log, metrics: metrics.access, background, rateLimiter, publicUrl })
  const sites: ApiParts['sites'] | null = servesApi
    ? {
        inbox: await readWebApp('inbox'),
        findSite: siteFinder(deps),
        dashboard: await readWebApp('dashboard'),
        dashboardConfig: () =>
          dashboardConfigOf(config, { issuer: issuer.issuer(), publicUrl: publicUrl(), smtpPort, billing }),
        loginOrigins: issuer.loginOrigins,
      }
    : null
  const provider = servesApi ? issuer.provider : null
  const api: Omit<ApiParts, 'sites'> = {
    deps,
    authenticateApiKey: apiKeyAuthenticator(deps, background),
    tokens: issuer.tokens,
    callerOfUser: callerOfUser(deps),
    guardMailHost: mailHostGuard(deps),
    rateLimiter,
    userTurns: userTurns(config.CALLS_PER_USER),
    longPolls: polls,
    liveFeeds: feeds,
    mailWorkers: workers,
    renderMessage: messageRenderer(deps.clock, workers),
    domains: { dns: domainDns(config.DNS_SERVERS), mxHost: mxHostOf(config) },
    limits: {
      apiKeyRequestsPerMinute: config.API_KEY_REQUESTS_PER_MINUTE,
      userRequestsPerMinute: config.USER_REQUESTS_PER_MINUTE,
      callsPerUser: config.CALLS_PER_USER,
      failedCredentialsPerMinute: config.FAILED_CREDENTIALS_PER_MINUTE,
      publicRequestsPerMinute: config.PUBLIC_REQUESTS_PER_MINUTE,
      unlocksPerQuarterHour: config.UNLOCKS_PER_QUARTER_HOUR,
      wrongLockPasswordsPerQuarterHour: config.WRONG_LOCK_PASSWORDS_PER_QUARTER_HOUR,
      wrongInboxPasswordsPerQuarterHour: config.WRONG_INBOX_PASSWORDS_PER_QUARTER_HOUR,
      newAddressesPerHour: config.SMTP_NEW_ADDRESSES_PER_HOUR,
    },
    isSelfService: config.SELF_SERVICE,
    servicesPerUser: config.MAX_SERVICES_PER_USER,
    billing,
    webhookTargets: allowedTargets(config),
    webhookDeliveriesPerMinute: config.WEBHOOK_DELIVERIES_PER_MINUTE,
    metrics,
  }
  const server = createHttpServer({
    deps,
    log,
    metrics,
    trustedProxies: config.TRUSTED_PROXIES,
    limits: {
      connections: config.HTTP_MAX_CONNECTIONS,
      connectionsPerClient: config.HTTP_MAX_CONNECTIONS_PER_CLIENT,
      requestMs: config.HTTP_REQUEST_SECONDS * 1000,
      answerMs: config.HTTP_ANSWER_SECONDS * 1000,
      pendingResponseBytes: config.HTTP_UNTAKEN_MB * mebibyte,
      pendingResponseBytesPerKey: config.HTTP_UNTAKEN_MB_PER_KEY * mebibyte,
    },
    isReady,
    publicUrl,
    parts: sites && { ...api, sites },
    provider: provider && { handle: (...given) => provider().handle(...given) },
  })
  const port = () => {
    const address = server.server.address()
    return address !== null && typeof address === 'object' ? address.port : config.HTTP_PORT
  }
  const place = { server: 'HTTP', host: config.HTTP_HOST, port: config.HTTP_PORT } as const
  await listening(place, () => server.listen({ host: place.host, port: place.port }))
  return {
    name: 'http',
    port: port(),
    publicUrl: publicUrl(),
    provider: provider?.() ?? null,
    async stop() {
      polls.stop()
      feeds.stop()
      await server.close()
      await workers.stop()
    },
  }
}

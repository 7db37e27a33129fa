import type {
  AuthenticateApiKey,
  BillingProvider,
  Caller,
  CallerOfUser,
  Deps,
  DomainChecks,
  MailHostGuard,
  RateLimiter,
  WebhookTargets,
} from '@inlet/core'
import type { AccessTokenVerifier } from '@inlet/identity'
import type { Log, Metrics } from '@inlet/runtime'
import type { FairTurns } from '@inlet/threads'
import type { ApiRequest } from '../http/api-request.ts'
import type { LiveFeeds } from '../live/live-feeds.ts'
import type { RenderMessage } from '../mail-workers/message-renderer.ts'
import type { MailWorkers } from '../mail-workers/read-parts.ts'
import type { PendingResponseBudget } from '../slow-clients/pending-response-budget.ts'
import type { LongPolls } from '../wait/long-polls.ts'
import type { Sites } from '../web-apps/mount-sites.ts'

/** Rate limits; configuration, since self-hosters and load tests need other values. */
export interface ApiLimits {
  apiKeyRequestsPerMinute: number
  userRequestsPerMinute: number
  /** At a time. */
  callsPerUser: number
  failedCredentialsPerMinute: number
  publicRequestsPerMinute: number
  unlocksPerQuarterHour: number
  wrongLockPasswordsPerQuarterHour: number
  wrongInboxPasswordsPerQuarterHour: number
  newAddressesPerHour: number
}

/** The API's dependencies in one process, made once at start. */
export interface ApiParts {
  deps: Deps
  authenticateApiKey: AuthenticateApiKey
  /** Verifies access tokens. */
  tokens: AccessTokenVerifier
  callerOfUser: CallerOfUser
  guardMailHost: MailHostGuard
  rateLimiter: RateLimiter
  /** The calls of users that run, by user: one user's calls wait for none of another's. */
  userTurns: FairTurns
  longPolls: LongPolls
  liveFeeds: LiveFeeds
  /** Worker threads that read mails. */
  mailWorkers: MailWorkers
  /** Renders messages to be shown, on the same threads. */
  renderMessage: RenderMessage
  /** What people see in a browser. */
  sites: Sites
  /** How the records of domains are looked up. */
  domains: DomainChecks
  limits: ApiLimits
  /** Whether users may create services, and how many each. */
  isSelfService: boolean
  servicesPerUser: number
  /** How plans are paid. */
  billing: BillingProvider
  /** Where webhooks may point to. */
  webhookTargets: WebhookTargets
  /** How many deliveries a service may have in a minute. */
  webhookDeliveriesPerMinute: number
  metrics: Pick<Metrics, 'http' | 'access' | 'database'>
}

/** The names of the inputs that a procedure takes: as keys of a REST query, and as fields of its input on the typed path. */
export interface KnownParameters {
  query: readonly string[]
  input: readonly string[]
}

/** The dependencies, with what the HTTP server adds. */
export interface ServedParts extends ApiParts {
  /** By the procedure's path in the router. */
  parameters: ReadonlyMap<string, KnownParameters>
  pendingResponses: PendingResponseBudget
  log: Log
}

/** The context of every procedure; `caller` is set by authentication. */
export interface ApiContext extends ServedParts {
  request: ApiRequest
  caller?: Caller
  /** Ends a user's turn before their call ends: from then on it waits, and another one may begin. */
  leaveTurn?: (() => void) | undefined
}

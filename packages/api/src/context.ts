import type { MessageParts } from '@inlet/contract'
import type { AuthenticateApiKey, Caller, CallerOfUser, Deps, MailHostGuard, RateLimiter } from '@inlet/core'
import type { AccessTokenVerifier } from '@inlet/identity'
import type { Log, Metrics } from '@inlet/runtime'
import type { KnownParameters } from './access/known-parameters.ts'
import type { HeldCalls } from './live/held-calls.ts'
import type { MailTask } from './mail-work/mail-worker.ts'
import type { WorkRoom } from './mail-work/work-room.ts'
import type { UntakenAnswers } from './slow-clients/untaken-answers.ts'

/** How many requests in which time, and how many held calls; configuration, since self-hosters and load tests differ. */
export interface ApiLimits {
  apiKeyRequestsPerMinute: number
  failedCredentialsPerMinute: number
}

/** What the API of one process works with, made once. */
export interface ApiParts {
  deps: Deps
  authenticate: AuthenticateApiKey
  /** Whose access tokens are taken. */
  tokens: AccessTokenVerifier
  callerOfUser: CallerOfUser
  guardMailHost: MailHostGuard
  rateLimiter: RateLimiter
  heldCalls: HeldCalls
  /** Where mails are read on behalf of callers. */
  mailWork: WorkRoom<MailTask, MessageParts>
  limits: ApiLimits
  metrics: Pick<Metrics, 'http' | 'access' | 'database'>
}

/** The parts with what their HTTP server adds. */
export interface ServedParts extends ApiParts {
  /** By the procedure's path in the router. */
  parameters: ReadonlyMap<string, KnownParameters>
  untaken: UntakenAnswers
  log: Log
}

/** An answer that is no JSON. */
export interface OtherAnswer {
  body: Buffer
  headers: Record<string, string>
}

/** What a procedure may know of the request, whatever carried it. */
export interface ApiRequest {
  id: string
  clientIp: string
  apiKey: string | undefined
  authorization: string | undefined
  /** Parameters of the path, as they came; empty where the call did not come over REST. */
  params: Record<string, string>
  /** The keys of the query, each once; null where the call did not come over REST. */
  queryKeys: readonly string[] | null
  /** Calls back once when the client hangs up before the answer. */
  onHangUp(listener: () => void): void
  /** Says who the answer is for, once that is known. @throws SERVICE_UNAVAILABLE when they have too many answers untaken */
  admit(holder: string): void
  /** Counts bytes of the answer before they are there. @throws SERVICE_UNAVAILABLE where they do not fit beside its holder's others */
  reserve(bytes: number): void
  /** Whether the client would rather have this media type than JSON; never on the typed path. */
  prefers(mediaType: string): boolean
  /** Takes this for the answer, in place of what the procedure returns. */
  answerWith(answer: OtherAnswer): void
  setHeader(name: string, value: string | number): void
  /** Says that the answer waits on purpose: its time tells nothing of the server then. */
  hold(): void
  /** Adds facts to the request's log line. */
  note(facts: Record<string, string>): void
}

/** The context in which every procedure runs; `caller` is there once authentication has passed. */
export interface ApiContext extends ServedParts {
  request: ApiRequest
  caller?: Caller
}

import type { Caller, Deps, MailHostGuard, RateLimiter } from '@inlet/core'
import type { AuthenticateApiKey } from '@inlet/identity'
import type { HeldCalls } from './live/held-calls.ts'

/** How many requests in which time, and how many held calls; configuration, since self-hosters and load tests differ. */
export interface ApiLimits {
  apiKeyRequestsPerMinute: number
  failedCredentialsPerMinute: number
}

/** What the API of one process works with, made once. */
export interface ApiParts {
  deps: Deps
  authenticate: AuthenticateApiKey
  guardMailHost: MailHostGuard
  rateLimiter: RateLimiter
  heldCalls: HeldCalls
  limits: ApiLimits
}

/** What a procedure may know of the request, whatever carried it. */
export interface ApiRequest {
  id: string
  clientIp: string
  apiKey: string | undefined
  authorization: string | undefined
  /** Parameters of the path, as they came; empty where the call did not come over REST. */
  params: Record<string, string>
  /** Calls back once when the client hangs up before the answer. */
  onHangUp(listener: () => void): void
  setHeader(name: string, value: string | number): void
  /** Adds facts to the request's log line. */
  note(facts: Record<string, string>): void
}

/** The context in which every procedure runs; `caller` is there once authentication has passed. */
export interface ApiContext extends ApiParts {
  request: ApiRequest
  caller?: Caller
}

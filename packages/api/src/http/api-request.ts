import type { Readable } from 'node:stream'

/** A response body that is not JSON; a stream is read as fast as the client takes it, and destroyed when the client hangs up. */
export interface NonJsonBody {
  body: Buffer | Readable
  headers: Record<string, string>
}

/** The state of a rate limit after a call. */
interface ShownLimit {
  isAllowed: boolean
  limit: number
  remaining: number
  /** When the window ends, in Unix seconds. */
  resetsAt: number
}

/** What a procedure may use of the HTTP request, the same for REST and the typed path. */
export interface ApiRequest {
  id: string
  clientIp: string
  apiKey: string | undefined
  authorization: string | undefined
  /** Parameters of the path, unchecked; empty on the typed path. */
  params: Record<string, string>
  /** The keys of the query, each once; null on the typed path. */
  queryKeys: readonly string[] | null
  /** Calls back once if the client hangs up before the response is sent; at once where it has. */
  onHangUp(listener: () => void): void
  /** Names the caller whose budget of pending responses this one counts against. @throws SERVICE_UNAVAILABLE where that is used up */
  admit(callerId: string): void
  /** Counts bytes of the response before they are loaded. @throws SERVICE_UNAVAILABLE where they exceed the budget */
  reserve(bytes: number): void
  /** Whether the client prefers this media type to JSON; never on the typed path. */
  prefers(mediaType: string): boolean
  /** Sends this body in place of what the procedure returns. */
  respondWith(body: NonJsonBody): void
  setHeader(name: string, value: string | number): void
  /** Shows the state of a rate limit in the response's headers; of several limits, the tightest. */
  showRateLimit(verdict: ShownLimit): void
  /** Marks the request as a long poll, so that its duration is left out of the metrics. */
  markLongPoll(): void
  /** Adds fields to the request's log line. */
  addLogFields(fields: Record<string, string>): void
}

import type { Instruments } from './instruments.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** How a message was seen to be there: a client's held call answered with it, or this process heard of it from the change feed. */
type SeenBy = 'held_call' | 'feed'

/** One request that is over. `route` is the pattern, never the path; null where none fits. */
interface FinishedRequest {
  route: string | null
  method: string
  status: number
  durationMs: number
  /** Whether its client was gone before the answer was. */
  hasHungUp: boolean
  /** Whether it was held back on purpose: then its duration tells nothing of the server. */
  isHeld: boolean
}

/** What HTTP clients do and hear; times are in milliseconds. */
export interface HttpMetrics {
  request(finished: FinishedRequest): void
  /** Something that was no HTTP, or did not come in time. */
  brokenRequest(): void
  connectionRefused(): void
  /** A message was seen to be there, so long after its `receivedAt`. */
  visible(seenBy: SeenBy, sinceReceivedMs: number): void
  watchHeldCalls(read: () => number): void
  watchConnections(read: () => Promise<number>): void
}

/** Makes the instruments of the HTTP server. */
export function httpMetrics(make: Instruments): HttpMetrics {
  const requests = make.counterBy({
    name: 'inlet_http_requests_total',
    help: 'Requests that are over, by route, method and class of status; hung_up where the client did not wait for its answer.',
    labels: ['route', 'method', 'status'],
    known: [],
  })
  const durations = make.durationsBy({
    name: 'inlet_http_request_seconds',
    help: 'Time from the head of a request until its answer was taken; held calls are left out.',
    labels: ['route', 'method'],
    known: [],
  })
  const visible = make.durationsBy({
    name: 'inlet_message_visible_seconds',
    help: 'Time from a message being received (receivedAt) until a waiting call was answered with it, or until this process heard of it from the change feed, which is open only while a call waits.',
    labels: ['seen_by'],
    known: [{ seen_by: 'feed' }, { seen_by: 'held_call' }],
  })

  return {
    request({ route, method, status, durationMs, hasHungUp, isHeld }) {
      const where = { route: route ?? 'none', method: methods.has(method) ? method : 'other' }
      requests({ ...where, status: hasHungUp ? 'hung_up' : `${Math.floor(status / 100)}xx` })
      if (!isHeld) durations(where, durationMs)
    },
    brokenRequest: make.counter({
      name: 'inlet_http_broken_requests_total',
      help: 'Requests that could not be read: no HTTP, heads too large, bodies that came too late.',
    }),
    connectionRefused: make.counter({
      name: 'inlet_http_connections_refused_total',
      help: 'HTTP connections that were closed unheard, over the limit of the process or of one client.',
    }),
    visible: (seenBy, sinceReceivedMs) => visible({ seen_by: seenBy }, sinceReceivedMs),
    watchHeldCalls: make.gauge({ name: 'inlet_held_calls', help: 'Calls with waitSeconds that are held open.' }),
    watchConnections: make.gauge({ name: 'inlet_http_connections', help: 'HTTP connections that are open.' }),
  }
}

import { Counter, Histogram, type Registry } from 'prom-client'
import { inSeconds, readGauge, secondsBuckets } from './instruments.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** How a message became visible: a long poll was answered with it, or the change feed reported it to this process. */
type SeenBy = 'held_call' | 'feed'

/** One finished request. `route` is the pattern, never the path; null where none matches. */
interface FinishedRequest {
  route: string | null
  method: string
  status: number
  durationMs: number
  /** Whether the client disconnected before the whole answer was sent. */
  hasHungUp: boolean
  /** Whether it was a long poll, whose duration says nothing about the server. */
  isLongPoll: boolean
}

/** The metrics of the HTTP server; times are in milliseconds. */
export interface HttpMetrics {
  request(finished: FinishedRequest): void
  /** A request that was not HTTP, or did not come in time. */
  brokenRequest(): void
  connectionRefused(): void
  /** A message became visible, this long after its `receivedAt`. */
  visible(seenBy: SeenBy, sinceReceivedMs: number): void
  watchLongPolls(read: () => number): void
  watchConnections(read: () => Promise<number>): void
}

/** Makes the metrics of the HTTP server. */
export function httpMetrics(registers: Registry[]): HttpMetrics {
  const requests = new Counter({
    registers,
    name: 'inlet_http_requests_total',
    help: 'Requests that are over, by route, method and class of status; hung_up where the client did not wait for its answer.',
    labelNames: ['route', 'method', 'status'],
  })
  const durations = new Histogram({
    registers,
    name: 'inlet_http_request_seconds',
    help: 'Time from the head of a request until its answer was taken; held calls are left out.',
    labelNames: ['route', 'method'],
    buckets: secondsBuckets,
  })
  const visible = new Histogram({
    registers,
    name: 'inlet_message_visible_seconds',
    help: 'Time from a message being received (receivedAt) until a waiting call was answered with it, or until the change stream notified this process of it, which is open only while a call waits.',
    labelNames: ['seen_by'],
    buckets: secondsBuckets,
  })
  for (const seen_by of ['feed', 'held_call']) visible.zero({ seen_by })
  const broken = new Counter({
    registers,
    name: 'inlet_http_broken_requests_total',
    help: 'Requests that could not be read: no HTTP, heads too large, bodies that came too late.',
  })
  const connectionsRefused = new Counter({
    registers,
    name: 'inlet_http_connections_refused_total',
    help: 'HTTP connections that were closed unheard, over the limit of the process or of one client.',
  })

  return {
    request({ route, method, status, durationMs, hasHungUp, isLongPoll }) {
      const where = { route: route ?? 'none', method: methods.has(method) ? method : 'other' }
      requests.inc({ ...where, status: hasHungUp ? 'hung_up' : `${Math.floor(status / 100)}xx` })
      if (!isLongPoll) durations.observe(where, inSeconds(durationMs))
    },
    brokenRequest: () => broken.inc(),
    connectionRefused: () => connectionsRefused.inc(),
    visible: (seenBy, sinceReceivedMs) => visible.observe({ seen_by: seenBy }, inSeconds(sinceReceivedMs)),
    watchLongPolls: readGauge({
      registers,
      name: 'inlet_held_calls',
      help: 'Calls with waitSeconds that are held open.',
    }),
    watchConnections: readGauge({
      registers,
      name: 'inlet_http_connections',
      help: 'HTTP connections that are open.',
    }),
  }
}

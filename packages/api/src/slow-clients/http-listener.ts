import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { HttpMetrics, Log } from '@inlet/runtime'
import { standingHeaders } from '../standing-headers.ts'
import { capConnections } from './cap-connections.ts'
import { cutSlowReaders } from './cut-slow-readers.ts'
import type { HttpLimits } from './http-limits.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** More than the minute after which balancers close what is idle, so that they never send into a closing connection. */
const idleMs = 72_000
const checkMs = 1_000
const standing = new Map(Object.entries(standingHeaders))

interface ListenerOptions {
  limits: HttpLimits
  trustedProxies: readonly string[]
  log: Log
  metrics: Pick<HttpMetrics, 'connectionRefused' | 'watchConnections'>
  /** Kept by the listener: the responses on their way. */
  open: Set<ServerResponse>
}

/**
 * Makes the socket side of the HTTP server, on which no client holds much for long, be it slow to send or slow to read.
 * A request that is not there in time comes out as Node's `clientError`.
 */
export function httpListener(handle: RequestListener, options: ListenerOptions): Server {
  const { limits, log, metrics, open } = options
  const begin: RequestListener = (request, response) => {
    open.add(response)
    // Unlike `finish` this also comes when the client has hung up.
    response.once('close', () => open.delete(response))
    // Here, so that no way to an answer leads past them.
    response.setHeaders(standing)
    handle(request, response)
  }
  const server = createServer(
    {
      requireHostHeader: false,
      keepAliveTimeout: idleMs,
      headersTimeout: limits.requestMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: checkMs,
    },
    oneAtATime(begin),
  )
  // An expectation that we do not know may be ignored (RFC 9110 §10.1.1); Node's own answer would have another shape.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  capConnections(server, options)
  metrics.watchConnections(() => connectionsOf(server, log))
  const stopCutting = cutSlowReaders(open, limits.answerMs)
  server.once('close', stopCutting)
  return server
}

function connectionsOf(server: Server, log: Log): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => {
      if (error) log.warn({ error }, 'connections not counted')
      resolve(error ? 0 : count)
    })
  })
}

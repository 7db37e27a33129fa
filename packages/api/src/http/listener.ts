import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { HttpMetrics, Log } from '@inlet/runtime'
import { capConnections } from '../slow-clients/cap-connections.ts'
import { cutSlowReaders } from '../slow-clients/cut-slow-readers.ts'
import type { HttpLimits } from '../slow-clients/http-limits.ts'
import { limitPipelining } from '../slow-clients/pipelined-requests.ts'
import { defaultHeaders } from './default-headers.ts'

/** Longer than the minute after which load balancers close idle connections, so that they never send on one that we close. */
const idleMs = 72_000
const checkMs = 1_000
const presetHeaders = new Map(Object.entries(defaultHeaders))

interface ListenerOptions {
  limits: HttpLimits
  trustedProxies: readonly string[]
  log: Log
  metrics: Pick<HttpMetrics, 'connectionRefused' | 'watchConnections'>
  /** The responses in progress; the listener adds and removes them. */
  open: Set<ServerResponse>
  /** Those of them that may take any time: live feeds, which limit what waits for a client themselves. */
  untimed: WeakSet<ServerResponse>
}

/**
 * Makes the socket side of the HTTP server, which bounds how much memory and how many connections slow clients can hold, and for how long.
 * A request that does not arrive in time is reported as Node's `clientError`.
 */
export function createListener(handle: RequestListener, options: ListenerOptions): Server {
  const { limits, log, metrics, open } = options
  const begin: RequestListener = (request, response) => {
    open.add(response)
    // Unlike `finish`, this event also comes when the client has hung up.
    response.once('close', () => open.delete(response))
    // Set here, so that every response has them.
    response.setHeaders(presetHeaders)
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
    limitPipelining(begin),
  )
  // An unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own response would have another format.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  capConnections(server, options)
  metrics.watchConnections(() => connectionsOf(server, log))
  const stopCutting = cutSlowReaders(options, limits.answerMs)
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

import { type HttpMetrics, type Log, readTraceparent, type TraceContext } from '@inlet/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { probeRoutes } from './probes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Further fields of the request's log line: ids only. */
    logFields: Record<string, string>
    /** Its place in the caller's trace, if it sent one; a part of each log line about the request. */
    trace: Partial<TraceContext>
    /** Whether its response waits on purpose. */
    isLongPoll: boolean
  }
}

/** Logs and counts a request when it has ended (probes at the level debug); to be called when it starts. */
export function requestLogger(
  log: Log,
  metrics: Pick<HttpMetrics, 'request'>,
): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    request.logFields = {}
    request.trace = readTraceparent(request.headers.traceparent) ?? {}
    request.isLongPoll = false
    const startedAt = performance.now()
    // Unlike the hook onResponse, this event also comes when the client has hung up.
    reply.raw.once('close', () => {
      const { method, isLongPoll } = request
      const route = request.routeOptions.url ?? null
      const status = reply.statusCode
      const durationMs = performance.now() - startedAt
      const hasHungUp = !reply.raw.writableFinished
      metrics.request({ route, method, status, durationMs, hasHungUp, isLongPoll })
      // Orchestrators call the probes every few seconds.
      const level = route !== null && probeRoutes.has(route) ? 'debug' : 'info'
      log[level](
        {
          requestId: request.id,
          ...request.trace,
          method,
          route,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          clientIp: request.ip,
          ...(hasHungUp ? { hasHungUp } : {}),
          ...request.logFields,
        },
        'request',
      )
    })
  }
}

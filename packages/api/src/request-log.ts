import { type HttpMetrics, type Log, readTraceparent, type TraceContext } from '@inlet/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { probeRoutes } from './probes.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request's log line says beside its outcome: ids only. */
    logFacts: Record<string, string>
    /** Where it stands in its caller's trace, if it does: for every line that the request causes. */
    trace: Partial<TraceContext>
    /** Whether its answer waits on purpose. */
    isHeld: boolean
  }
}

/** Writes one line for a request once it is over (for a probe at the level debug), and counts it; to be called when it begins. */
export function requestLog(
  log: Log,
  metrics: Pick<HttpMetrics, 'request'>,
): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    request.logFacts = {}
    request.trace = readTraceparent(request.headers.traceparent) ?? {}
    request.isHeld = false
    const beganAt = performance.now()
    // Unlike the hook onResponse this also comes when the client has hung up.
    reply.raw.once('close', () => {
      const { method, isHeld } = request
      const route = request.routeOptions.url ?? null
      const status = reply.statusCode
      const durationMs = performance.now() - beganAt
      const hasHungUp = !reply.raw.writableFinished
      metrics.request({ route, method, status, durationMs, hasHungUp, isHeld })
      // Orchestrators ask every few seconds, and nobody wants to read that.
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
          ...request.logFacts,
        },
        'request',
      )
    })
  }
}

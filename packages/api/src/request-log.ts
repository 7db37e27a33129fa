import type { Log } from '@inlet/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request's log line says beside its outcome: ids only. */
    logFacts: Record<string, string>
  }
}

/** Writes one line for a request once it is over; to be called when it begins. */
export function requestLog(log: Log): (request: FastifyRequest, reply: FastifyReply) => void {
  return (request, reply) => {
    request.logFacts = {}
    const beganAt = performance.now()
    // Unlike the hook onResponse this also comes when the client has hung up.
    reply.raw.once('close', () =>
      log.info(
        {
          requestId: request.id,
          method: request.method,
          route: request.routeOptions.url ?? null,
          status: reply.statusCode,
          durationMs: Math.round((performance.now() - beganAt) * 10) / 10,
          clientIp: request.ip,
          ...(reply.raw.writableFinished ? {} : { hasHungUp: true }),
          ...request.logFacts,
        },
        'request',
      ),
    )
  }
}

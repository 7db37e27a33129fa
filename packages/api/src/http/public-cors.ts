import { visitorHeaders } from '@inlet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const prefix = '/v1/public/'

const exposed = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'Retry-After'].join(
  ', ',
)
const allowed = ['Content-Type', 'X-Request-Id', ...Object.keys(visitorHeaders)].join(', ')
const preflightSeconds = 86_400

/** CORS headers (Fetch standard) of a response to visitors: pages of any origin may read it, without cookies. */
export const corsHeadersOf = ({ url }: Pick<FastifyRequest, 'url'>): Record<string, string> =>
  url.startsWith(prefix) ? { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': exposed } : {}

/**
 * Answers CORS preflights of the routes for visitors.
 * @returns a function to be called once, after these routes are mounted
 */
export function answerPreflights(app: FastifyInstance): () => void {
  const methodsByUrl = new Map<string, string[]>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.startsWith(prefix)) methodsByUrl.set(url, [...(methodsByUrl.get(url) ?? []), ...[method].flat()])
  })
  return () => {
    for (const [url, methods] of [...methodsByUrl]) {
      const headers = {
        'Access-Control-Allow-Methods': methods.join(', '),
        'Access-Control-Allow-Headers': allowed,
        'Access-Control-Max-Age': preflightSeconds,
      }
      app.options(url, (_request, reply) => reply.code(204).headers(headers).send())
    }
  }
}

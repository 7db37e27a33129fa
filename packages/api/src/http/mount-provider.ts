import { type EmbeddedProvider, embeddedProviderRoutes } from '@inlet/identity'
import type { FastifyInstance } from 'fastify'

/** Mounts the embedded OpenID provider below `/oidc`: it handles the raw request, under the same connection limits as all others. */
export function mountProvider(app: FastifyInstance, provider: Pick<EmbeddedProvider, 'handle'>): void {
  for (const { method, url } of embeddedProviderRoutes) {
    app.route({
      method: [...method],
      url,
      exposeHeadRoute: false,
      async handler(request, reply) {
        reply.hijack()
        reply.raw.setHeader('x-request-id', request.id)
        await provider.handle(request.raw, reply.raw, request.ip)
      },
    })
  }
}

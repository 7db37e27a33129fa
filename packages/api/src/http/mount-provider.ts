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
        for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '')
        await provider.handle(request.raw, reply.raw, request.ip)
      },
    })
  }
}

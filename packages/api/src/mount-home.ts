import type { FastifyInstance } from 'fastify'

/** Sends whoever opens the service's address in a browser to the documentation; `publicUrl` may have a path of its own. */
export function mountHome(app: FastifyInstance, publicUrl: () => string): void {
  app.get('/', (_request, reply) => {
    const { pathname } = new URL(publicUrl())
    // Not for good: the dashboard is to be here one day.
    return reply.header('Cache-Control', 'no-store').redirect(`${pathname.replace(/(?<!\/)\/+$/, '')}/docs`, 302)
  })
}

import type { FastifyInstance } from 'fastify'

/** Redirects `/` to the documentation; `publicUrl` may have a path of its own. */
export function mountHome(app: FastifyInstance, publicUrl: () => string): void {
  app.get('/', (_request, reply) => {
    const { pathname } = new URL(publicUrl())
    // Temporary and not cached: another page may be served here later.
    return reply.header('Cache-Control', 'no-store').redirect(`${pathname.replace(/(?<!\/)\/+$/, '')}/docs`, 302)
  })
}

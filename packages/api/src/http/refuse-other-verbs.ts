import { AppError } from '@inlet/contract'
import type { FastifyInstance } from 'fastify'

/**
 * Answers 405 with `Allow` for each verb that a known path does not have.
 * @returns a function to be called once, after all routes are mounted
 */
export function refuseOtherVerbs(app: FastifyInstance): () => void {
  const allowedByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const allowed = allowedByUrl.get(url) ?? new Set()
    for (const each of [method].flat()) allowed.add(each)
    allowedByUrl.set(url, allowed)
  })
  return () => {
    for (const [url, verbs] of [...allowedByUrl]) {
      const allowed = [...verbs].sort().join(', ')
      app.route({
        method: app.supportedMethods.filter((method) => !verbs.has(method)),
        url,
        exposeHeadRoute: false,
        handler: (_request, reply) => {
          reply.header('Allow', allowed)
          throw new AppError('METHOD_NOT_SUPPORTED', `This path answers ${allowed}`)
        },
      })
    }
  }
}

import { AppError } from '@inlet/contract'
import type { Deps } from '@inlet/core'
import type { FastifyInstance } from 'fastify'

const pingBudgetMs = 1_000

/** `/livez`: the process runs. `/readyz`: it takes work and its database answers. Both look at no credential. */
export function mountProbes(app: FastifyInstance, { deps, isReady }: { deps: Deps; isReady: () => boolean }): void {
  app.get('/livez', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (!isReady())
      throw new AppError('SERVICE_UNAVAILABLE', 'Not ready: starting or shutting down', { retryAfterSeconds: 2 })
    await deps.db.command({ ping: 1 }, { timeoutMS: pingBudgetMs })
    return { status: 'ok' }
  })
}

import { AppError } from '@inlet/contract'
import type { Deps } from '@inlet/core'
import { withDeadline } from '@inlet/runtime'
import type { FastifyInstance } from 'fastify'

const pingBudgetMs = 1_000

/** `/livez`: the process runs. `/readyz`: it takes work and its database answers. Both look at no credential. */
export function mountProbes(app: FastifyInstance, { deps, isReady }: { deps: Deps; isReady: () => boolean }): void {
  app.get('/livez', () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (!isReady()) throw notReady('Starting or shutting down')
    await withDeadline(deps.db.command({ ping: 1 }), pingBudgetMs, () => notReady('The database does not answer'))
    return { status: 'ok' }
  })
}

const notReady = (why: string) => new AppError('SERVICE_UNAVAILABLE', why, { retryAfterSeconds: 2 })

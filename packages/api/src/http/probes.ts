import { AppError } from '@inlet/contract'
import type { Deps } from '@inlet/core'
import { projectVersion, withDeadline } from '@inlet/runtime'
import type { FastifyInstance } from 'fastify'

/** The routes that orchestrators call. */
export const probeRoutes: ReadonlySet<string> = new Set(['/livez', '/readyz'])

const pingBudgetMs = 1_000

/** `/livez`: the process runs, and which version. `/readyz`: it accepts work and its database answers. Neither needs a credential. */
export function mountProbes(app: FastifyInstance, { deps, isReady }: { deps: Deps; isReady: () => boolean }): void {
  app.get('/livez', () => ({ status: 'ok', version: projectVersion }))
  app.get('/readyz', async () => {
    if (!isReady()) throw notReady('Starting or shutting down')
    await ping(deps.db)
    return { status: 'ok' }
  })
}

/** Whether the database answers within a second. */
export async function databaseAnswers(db: Deps['db']): Promise<boolean> {
  try {
    await ping(db)
    return true
  } catch {
    return false
  }
}

async function ping(db: Deps['db']): Promise<void> {
  await withDeadline(db.command({ ping: 1 }), pingBudgetMs, () => notReady('The database does not answer'))
}

const notReady = (why: string) => new AppError('SERVICE_UNAVAILABLE', why, { retryAfterSeconds: 2 })

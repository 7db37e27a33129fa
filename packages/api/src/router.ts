import { integratorRouter } from './surfaces/integrator.ts'
import { t } from './trpc.ts'

/** Every procedure there is. */
export const appRouter = t.router({ integrator: integratorRouter })

export type AppRouter = typeof appRouter

import type { AnyTRPCRouter } from '@trpc/server'
import { z } from 'zod'
import { t } from './procedure/trpc.ts'
import { liveProcedures } from './surfaces/dashboard/live.ts'
import { messageFileRouter } from './surfaces/dashboard/message-files.ts'
import { dashboardRouter } from './surfaces/dashboard/router.ts'
import { integratorRouter } from './surfaces/integrator.ts'
import { publicRouter } from './surfaces/public/router.ts'

/**
 * The procedures of the typed path: for the dashboard, without those whose passwords and tokens are headers, since a query's input is in its
 * URL, and without those that answer files; with the live feed, which is on no other path.
 */
export const rpcRouter = t.router({ integrator: integratorRouter, dashboard: dashboardRouter, ...liveProcedures })

/** All procedures. */
export const appRouter = t.router({
  integrator: integratorRouter,
  dashboard: dashboardRouter,
  messageFiles: messageFileRouter,
  public: publicRouter,
})

export type AppRouter = typeof rpcRouter

const guarded = z.object({ meta: z.object({ auth: z.object({ kind: z.string() }) }) })

/** Keeps a server from starting with a procedure that is not made from a base which authenticates. */
export function assertGuarded(router: AnyTRPCRouter): void {
  for (const [path, procedure] of Object.entries<unknown>(router._def.procedures)) {
    const definition = typeof procedure === 'function' && '_def' in procedure ? procedure._def : null
    if (!guarded.safeParse(definition).success) throw new Error(`procedure ${path} does not say who may call it`)
  }
}

import { liveInput } from '@inlet/contract'
import { userProcedure } from '../../access/procedures.ts'
import { openLiveFeed } from './open-live-feed.ts'

/** What happens in a service, as it happens: on the typed path alone. */
export const liveProcedures = {
  live: userProcedure.input(liveInput).subscription(({ ctx, input }) => openLiveFeed(ctx, ctx.caller, input)),
}

import { AppError, type LiveInput } from '@inlet/contract'
import { assertMay, type UserCaller } from '@inlet/core'
import { authenticate } from '../../access/authenticate.ts'
import type { LiveFeed } from '../../live/live-feed.ts'
import type { ApiContext } from '../../procedure/context.ts'

/** Opens the feed of a service for a member of it. @throws NOT_FOUND; what `LiveFeeds.open` throws */
export async function openLiveFeed(
  ctx: ApiContext,
  caller: UserCaller,
  { serviceId, lastEventId }: LiveInput,
): Promise<LiveFeed> {
  assertMay(caller, serviceId, 'viewer')
  ctx.leaveTurn?.()
  const feed = await ctx.liveFeeds.open({
    userId: caller.userId,
    serviceId,
    lastEventId,
    async assertAllowed() {
      const again = await authenticate(ctx)
      if (again.kind !== 'user') throw AppError.of('api_key_not_allowed')
      assertMay(again, serviceId, 'viewer')
    },
  })
  ctx.request.onHangUp(() => feed.end('client'))
  return feed
}

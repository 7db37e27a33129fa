import type { AppRouter } from '@inlet/api'
import { httpSubscriptionLink, type TRPCLink } from '@trpc/client'
import { EventSource } from 'eventsource'
import type { Fetch } from './authorized-fetch.ts'

/** The link of the live feed: an EventSource whose `fetch` sets the token's header, since that of browsers sets none. */
export const subscriptionLink = (url: string, fetch: Fetch): TRPCLink<AppRouter> =>
  httpSubscriptionLink({ url, EventSource, eventSourceOptions: { fetch: (at, init) => fetch(at, init) } })

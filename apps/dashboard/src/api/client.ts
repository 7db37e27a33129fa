import type { AppRouter } from '@inlet/api'
import type { limits } from '@inlet/contract'
import { QueryClient } from '@tanstack/react-query'
import { createTRPCClient, httpBatchLink, splitLink } from '@trpc/client'
import type { Session } from '../session/session.ts'
import { authorizedFetch } from './authorized-fetch.ts'
import { isPassing, toCallError } from './call-error.ts'
import { lazyLink } from './lazy-link.ts'
import { createReachability } from './reachability.ts'
import { fileReader } from './read-file.ts'

/** As many calls as the server takes in one batch: `limits.rpcBatchMax`. */
const batchMax: typeof limits.rpcBatchMax = 10
const urlMaxChars = 6000
const freshMs = 15_000
const retries = 4

/** The typed client, the cache of its answers, and files. */
export type Api = ReturnType<typeof createApi>

/** Makes the client of the typed path, whose calls carry the session's token, and the cache of what it read. */
export function createApi(session: Session, basePath: string) {
  const root = new URL('..', new URL(basePath, window.location.origin))
  const reachability = createReachability()
  const fetch = authorizedFetch(session, reachability)
  const url = new URL('trpc', root).href
  const client = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: lazyLink(async () => (await import('./subscription-link.ts')).subscriptionLink(url, fetch)),
        false: httpBatchLink({
          url,
          maxItems: batchMax,
          maxURLLength: urlMaxChars,
          fetch: (at, init) => fetch(at, init),
        }),
      }),
    ],
  })
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        retry: (count, error) => count < retries && isPassing(toCallError(error)),
        retryDelay: (count) => Math.min(500 * 2 ** count, 8000),
        // The banner says that there is no network; a call that is made nevertheless finds out whether that is so.
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })

  return { client, queryClient, reachability, readFile: fileReader(fetch, root) }
}

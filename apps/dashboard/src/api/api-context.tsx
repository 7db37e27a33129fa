import type { AppRouter } from '@inlet/api'
import { QueryClientProvider } from '@tanstack/react-query'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import type { Api } from './client.ts'

const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>()
const CurrentApi = createContext<Api | null>(null)

export { useTRPC }

export const ApiProvider = ({ api, children }: { api: Api; children: ReactNode }) => (
  <CurrentApi value={api}>
    <QueryClientProvider client={api.queryClient}>
      <TRPCProvider trpcClient={api.client} queryClient={api.queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  </CurrentApi>
)

function useApi(): Api {
  const api = use(CurrentApi)
  if (!api) throw new Error('There is no API around this')
  return api
}

/** Reads a file that is on no typed path, with the token in a header. */
export const useReadFile = () => useApi().readFile

/** Whether the last call got an answer. */
export function useIsReachable(): boolean {
  const { reachability } = useApi()
  return useSyncExternalStore(reachability.subscribe, reachability.isReachable)
}

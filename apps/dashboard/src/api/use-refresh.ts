import { type QueryKey, useQueryClient } from '@tanstack/react-query'

/** Reloads what the page shows of some procedures: `refresh(trpc.dashboard.listApiKeys)`. */
export function useRefresh(): (...procedures: readonly { pathKey: () => QueryKey }[]) => Promise<unknown> {
  const queryClient = useQueryClient()
  return (...procedures) =>
    Promise.all(procedures.map(({ pathKey }) => queryClient.invalidateQueries({ queryKey: pathKey() })))
}

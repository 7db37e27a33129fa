import type { Domain } from '@inlet/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'

/** Refetches the list of domains, and shows a domain as a mutation returned it. */
export function useDomainsChanged(): (domain?: Domain) => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return (domain) => {
    if (domain) queryClient.setQueryData(trpc.dashboard.readDomain.queryKey({ id: domain.id }), { data: domain })
    return queryClient.invalidateQueries({ queryKey: trpc.dashboard.listDomains.pathKey() })
  }
}

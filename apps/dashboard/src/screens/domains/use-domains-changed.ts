import type { Domain } from '@inlet/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'

/** Has the list of domains read anew, and shows a domain as an act has answered it. */
export function useDomainsChanged(): (domain?: Domain) => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return (domain) => {
    if (domain) queryClient.setQueryData(trpc.dashboard.readDomain.queryKey({ id: domain.id }), { data: domain })
    return queryClient.invalidateQueries({ queryKey: trpc.dashboard.listDomains.pathKey() })
  }
}

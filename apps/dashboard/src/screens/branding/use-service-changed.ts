import type { Service } from '@inlet/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'

/** Shows the service as a change has answered it, also by its name in the navigation. */
export function useServiceChanged(): (service: Service) => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return (service) => {
    queryClient.setQueryData(trpc.dashboard.readService.queryKey({ id: service.id }), { data: service })
    return queryClient.invalidateQueries({ queryKey: trpc.dashboard.readMe.queryKey() })
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'

/** Has the list of addresses read anew. */
export function useAddressesChanged(): () => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: trpc.integrator.listAddresses.pathKey() })
}

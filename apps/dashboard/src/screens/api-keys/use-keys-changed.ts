import { useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'

/** Has the list of keys read anew. */
export function useKeysChanged(): () => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: trpc.dashboard.listApiKeys.pathKey() })
}

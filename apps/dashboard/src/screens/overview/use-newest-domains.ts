import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useService } from '../../shell/service-context.tsx'

const pageMax = 100

/** The domains of the service, newest first: one query for all parts of the screen. */
export function useNewestDomains() {
  const { id } = useService()
  const trpc = useTRPC()
  return useQuery(trpc.dashboard.listDomains.queryOptions({ id, limit: pageMax }))
}

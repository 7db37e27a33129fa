import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useService } from '../../shell/service-context.tsx'
import { isAwaited, rereadMs } from '../domains/domain-words.ts'

const pageMax = 100

/** The domains of the service, newest first. Their states are in no event: while one may change before long, all are read anew. */
export function useDomainsNow() {
  const { id } = useService()
  const trpc = useTRPC()
  return useQuery(
    trpc.dashboard.listDomains.queryOptions(
      { id, limit: pageMax },
      {
        refetchInterval: ({ state }) => {
          const domains = state.data?.data
          return domains?.some(isAwaited) || domains?.length === 0 ? rereadMs : false
        },
      },
    ),
  )
}

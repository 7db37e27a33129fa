import type { Domain } from '@inlet/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'
import { useService } from '../../shell/service-context.tsx'

/** As many as a page has: a service with more of them filters by the URL. */
const domainsMax = 100

/** The domains of the service, to choose from; undefined until they are there. */
export function useDomains(): readonly Domain[] | undefined {
  const { id } = useService()
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dashboard.listDomains.queryOptions({ id, limit: domainsMax }))
  return data?.data
}

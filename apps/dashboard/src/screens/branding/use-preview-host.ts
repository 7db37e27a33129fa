import { isWildcard, type Service } from '@inlet/contract'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../api/api-context.tsx'

/** The host that a preview says it is on: a domain of the service with an open web inbox, or an invented one. */
export function usePreviewHost({ id }: Service): string {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dashboard.listDomains.queryOptions({ id, limit: 10 }))
  const found = data?.data.find(({ publicInbox, hostname }) => publicInbox && !isWildcard(hostname))
  return found?.hostname ?? 'mail.example.com'
}

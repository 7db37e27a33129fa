import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { buttonClasses } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useService } from '../../shell/service-context.tsx'
import { Lines } from './lines.tsx'
import { newestFirst } from './newest-first.ts'

/** Leads to the inbox of the service that a mail came to last; without addresses, to where one is made. */
export function NewestInboxScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(trpc.integrator.listAddresses.queryOptions({ id }))
  const [newest] = newestFirst(data?.data ?? [])
  if (newest) {
    const params = { serviceId: id, address: newest.fullAddress }
    return <Navigate to="/services/$serviceId/inbox/$address" params={params} replace />
  }
  return (
    <>
      <PageHeader title="Inbox" />
      {!data && !error && <Lines />}
      {!data && error && (
        <ErrorState
          title="The addresses could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data && (
        <EmptyState
          icon={Inbox}
          title="No addresses yet"
          action={
            <Link to="/services/$serviceId/addresses" params={{ serviceId: id }} className={buttonClasses('primary')}>
              Go to addresses
            </Link>
          }
        >
          Create an address on one of your domains. Mail that is sent to it appears here.
        </EmptyState>
      )}
    </>
  )
}

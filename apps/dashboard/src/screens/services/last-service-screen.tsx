import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { useTRPC } from '../../api/api-context.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { lastService } from '../../shell/last-service.ts'
import { Splash } from '../../shell/splash.tsx'

/** Leads to the service that was shown last, or to the first one; without any, to where one is made. */
export function LastServiceScreen() {
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(trpc.dashboard.readMe.queryOptions())
  if (!data && error) {
    const retry = () => void refetch()
    return (
      <ErrorState title="Your services could not be loaded" error={error} onRetry={retry} isRetrying={isFetching} />
    )
  }
  if (!data) return <Splash text="Loading your services…" />
  const { services } = data.data
  const last = lastService()
  const shown = services.find(({ id }) => id === last) ?? services[0]
  if (!shown) return <Navigate to="/services" replace />
  return <Navigate to="/services/$serviceId" params={{ serviceId: shown.id }} replace />
}

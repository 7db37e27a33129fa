import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTRPC } from '../api/api-context.tsx'
import { LiveFeed } from '../api/live-feed.tsx'
import { ErrorState } from '../design/error-state.tsx'
import { lazily } from '../design/lazily.tsx'
import { CommandsProvider } from './commands.tsx'
import { rememberService } from './last-service.ts'
import { ServiceProvider } from './service-context.tsx'
import { ServiceFrame } from './service-frame.tsx'
import { Splash } from './splash.tsx'

const NoSuchPage = lazily(() => import('./no-such-page.tsx'), 'NoSuchPage')
const route = getRouteApi('/services/$serviceId')

/** A service that the user is a member of, with its live feed and its screens. */
export function ServiceShell() {
  const { serviceId } = route.useParams()
  const trpc = useTRPC()
  const { data, error, isFetching, refetch } = useQuery(trpc.dashboard.readMe.queryOptions())
  const me = data?.data
  const found = me?.services.find(({ id }) => id === serviceId)
  const service = useMemo(() => me && found && { ...found, me }, [me, found])
  useEffect(() => {
    if (service) rememberService(service.id)
  }, [service])

  if (!me && error) {
    const retry = () => void refetch()
    return (
      <main className="grid min-h-dvh place-items-center p-4">
        <ErrorState title="Your services could not be loaded" error={error} onRetry={retry} isRetrying={isFetching} />
      </main>
    )
  }
  if (!me) return <Splash text="Loading your services…" />
  if (!service) return <NoSuchPage />
  return (
    <ServiceProvider service={service}>
      <LiveFeed key={service.id} serviceId={service.id}>
        <CommandsProvider>
          <ServiceFrame me={me} />
        </CommandsProvider>
      </LiveFeed>
    </ServiceProvider>
  )
}

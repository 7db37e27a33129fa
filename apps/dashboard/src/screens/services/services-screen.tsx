import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { useTRPC } from '../../api/api-context.tsx'
import { Badge } from '../../design/badge.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { lazily } from '../../design/lazily.tsx'
import { SkeletonCard } from '../../design/skeleton.tsx'
import { inOrder } from '../../design/visible-text.ts'
import { useConfig } from '../../session/session-context.tsx'
import { Brand } from '../../shell/mark.tsx'
import { roleLabels } from '../../shell/roles.ts'
import { ServiceMark } from '../../shell/service-switcher.tsx'
import { UserMenu } from '../../shell/user-menu.tsx'
import { Invitations } from './invitations.tsx'

const CreateServiceForm = lazily(() => import('./create-service-form.tsx'), 'CreateServiceForm')

/** All services of the user, their open invitations, and the form of a new service. */
export function ServicesScreen() {
  const trpc = useTRPC()
  const { selfService } = useConfig()
  const { data, error, isFetching, refetch } = useQuery(trpc.dashboard.readMe.queryOptions())
  useEffect(() => {
    document.title = 'Services · Inlet'
  }, [])
  const me = data?.data
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto grid max-w-lg grid-cols-1 gap-6 px-4 py-10 outline-none sm:py-16"
    >
      <div className="flex items-center justify-between gap-4">
        <Brand />
        {me && (
          <div className="min-w-0">
            <UserMenu me={me} />
          </div>
        )}
      </div>
      <div className="grid gap-1">
        <h1 className="font-semibold text-xl tracking-tight">Services</h1>
        <p className="text-muted text-ui">
          A service owns domains, addresses, API keys and members. What is in one is never seen in another.
        </p>
      </div>
      {!me && error && (
        <ErrorState
          title="Your services could not be loaded"
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {!me && !error && <SkeletonCard className="h-24" />}
      {me && me.services.length > 0 && (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface">
          {me.services.map(({ id, name, role }) => (
            <li key={id} className="border-line border-t first:border-t-0">
              <Link
                to="/services/$serviceId"
                params={{ serviceId: id }}
                className="flex items-center gap-3 px-4 py-3 outline-offset-[-2px] hover:bg-hover"
              >
                <ServiceMark name={name} />
                <span className="min-w-0 flex-1 truncate font-medium text-ui">{inOrder(name)}</span>
                <Badge>{roleLabels[role]}</Badge>
                <ChevronRight aria-hidden className="size-4 text-faint" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {me && <Invitations email={me.email} />}
      {me && selfService && <CreateServiceForm isFirst={me.services.length === 0} />}
      {me && !selfService && me.services.length === 0 && (
        <p className="rounded-lg border border-line bg-surface px-4 py-3 text-muted text-ui">
          You are not a member of any service yet. Ask the operator of this server, or the owner of a service, to invite
          you.
        </p>
      )}
    </main>
  )
}

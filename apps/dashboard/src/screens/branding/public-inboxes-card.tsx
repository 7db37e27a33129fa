import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTRPC } from '../../api/api-context.tsx'
import { StateDot } from '../../design/badge.tsx'
import { buttonClasses } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { InlineError } from '../../design/inline-error.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { useService } from '../../shell/service-context.tsx'

/** As many domains are named; all are on their own screen. */
const shownMax = 10

/** Which domains show this branding to visitors: each is opened and closed on its own screen. */
export function PublicInboxesCard() {
  const { id } = useService()
  const trpc = useTRPC()
  const { data, error } = useQuery(trpc.dashboard.listDomains.queryOptions({ id, limit: shownMax }))
  const link = (
    <Link to="/services/$serviceId/domains" params={{ serviceId: id }} className={buttonClasses()}>
      All domains
    </Link>
  )
  return (
    <Card
      title="Web inboxes"
      description="Visitors see this branding on the domains whose web inbox is open. Each domain has its own switch."
      action={link}
    >
      {!data && error === null && <Skeleton className="w-1/2" />}
      {!data && <InlineError error={error} />}
      {data && data.data.length === 0 && <p className="text-muted text-ui">This service has no domain yet.</p>}
      {data && data.data.length > 0 && (
        <ul className="grid gap-1.5 text-ui">
          {data.data.map(({ id: domainId, hostname, publicInbox }) => (
            <li key={domainId} className="flex flex-wrap items-center gap-x-4 gap-y-0.5">
              <Link
                to="/services/$serviceId/domains/$domainId"
                params={{ serviceId: id, domainId }}
                className="min-w-0 rounded underline underline-offset-2"
              >
                {hostname}
              </Link>
              <span className="text-muted text-xs">
                <StateDot tone={publicInbox ? 'good' : 'neutral'}>{publicInbox ? 'Open' : 'Closed'}</StateDot>
              </span>
            </li>
          ))}
          {data.meta.hasMore && <li className="text-muted">and more</li>}
        </ul>
      )}
    </Card>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight, CircleAlert, TriangleAlert } from 'lucide-react'
import { useTRPC } from '../../api/api-context.tsx'
import { AddressText } from '../../design/address-text.tsx'
import { buttonClasses } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { DateTime } from '../../design/date-time.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { useService } from '../../shell/service-context.tsx'
import { receives } from './first-steps.ts'
import { firstStepsMemory } from './first-steps-memory.ts'
import { type Problem, troublesOf } from './problems.ts'
import { useNewestDomains } from './use-newest-domains.ts'

const pageMax = 100
/** So many are listed; the screens have all of them. */
const shownMax = 6

/** What needs attention, with the way to where it is mended; nothing where all is well. */
export function ProblemList() {
  const { id } = useService()
  const trpc = useTRPC()
  const domains = useNewestDomains()
  const webhooks = useQuery(
    trpc.dashboard.listWebhooks.queryOptions({ id, limit: pageMax }, { placeholderData: keepPreviousData }),
  )
  const billing = useQuery(trpc.dashboard.readBilling.queryOptions({ id }))
  const failed = [domains, webhooks].find(({ data, error }) => !data && error !== null)
  if (failed) {
    return (
      <Card title="Needs attention">
        <ErrorState
          title="The state of domains and webhooks could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      </Card>
    )
  }
  const claimed = domains.data?.data ?? []
  // The first steps say the same of a new service's domain.
  const isFirst = !claimed.some(receives) && firstStepsMemory(id) !== 'hidden'
  const problems = troublesOf({
    domains: isFirst ? claimed.filter(({ state }) => state !== 'pending') : claimed,
    webhooks: webhooks.data?.data ?? [],
    billing: billing.data?.data,
  })
  if (problems.length === 0) return null
  const more = problems.length - shownMax
  return (
    <section aria-label="Needs attention" className="overflow-hidden rounded-lg border border-line bg-surface">
      <h2 className="px-5 pt-4 pb-2 font-semibold">Needs attention</h2>
      <ul>
        {problems.slice(0, shownMax).map((problem) => (
          <ProblemItem key={problem.key} problem={problem} />
        ))}
      </ul>
      {more > 0 && <p className="border-line border-t px-5 py-2.5 text-muted text-ui">And {more} more.</p>}
    </section>
  )
}

const mends: Record<Problem['to'], string> = {
  '/services/$serviceId/domains': 'Domains',
  '/services/$serviceId/webhooks': 'Webhooks',
  '/services/$serviceId/billing': 'Plan',
}

function ProblemItem({ problem: { tone, subject, text, since, to } }: { problem: Problem }) {
  const { id } = useService()
  const Icon = tone === 'danger' ? CircleAlert : TriangleAlert
  return (
    <li className="flex items-center gap-3 border-line border-t px-5 py-2.5 text-ui first:border-t-0">
      <Icon aria-hidden className={classes('size-4 shrink-0', tone === 'danger' ? 'text-danger' : 'text-warn')} />
      <p className="wrap-anywhere min-w-0 flex-1">
        {subject !== null && (
          <>
            <bdi className="font-medium">
              <AddressText>{subject}</AddressText>
            </bdi>{' '}
          </>
        )}
        {text}
        {since !== null && (
          <>
            {' '}
            <DateTime at={since} />
          </>
        )}
      </p>
      <Link
        to={to}
        params={{ serviceId: id }}
        className={classes(buttonClasses('secondary', 'small'), 'max-sm:w-7 max-sm:px-0')}
      >
        <span className="max-sm:sr-only">{mends[to]}</span>
        <ChevronRight aria-hidden className="sm:hidden" />
      </Link>
    </li>
  )
}

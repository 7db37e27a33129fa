import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useTRPC } from '../../api/api-context.tsx'
import { ErrorState } from '../../design/error-state.tsx'
import { SkeletonCard } from '../../design/skeleton.tsx'
import { PageHeader } from '../../shell/page-header.tsx'
import { useService } from '../../shell/service-context.tsx'
import { Invoices } from './invoices.tsx'
import { Plans } from './plans.tsx'
import { CheckoutNotice, StatusNotice } from './status-notices.tsx'
import { UsageCard } from './usage-card.tsx'
import { UsedOfPlan } from './used-of-plan.tsx'

const route = getRouteApi('/services/$serviceId/billing')
/** While a payment is on its way from the provider to this server. */
const paymentLookMs = 2_000

/** What the service uses, its plan, and what was paid for it. */
export function BillingScreen() {
  const { id } = useService()
  const trpc = useTRPC()
  const { checkout } = route.useSearch()
  const billing = useQuery(
    trpc.dashboard.readBilling.queryOptions(
      { id },
      {
        placeholderData: keepPreviousData,
        ...(checkout === 'done' && { refetchInterval: paymentLookMs }),
      },
    ),
  )
  const plans = useQuery(trpc.dashboard.listPlans.queryOptions({}))
  const failed = [billing, plans].find(({ data, error }) => !data && error !== null)
  const [read, offered] = [billing.data?.data, plans.data?.data]
  const plan = offered?.find((each) => each.id === read?.plan)
  return (
    <>
      <PageHeader
        title="Usage and billing"
        description="What this service has used, what its plan includes, and its invoices. Days and months are in UTC."
      />
      {failed ? (
        <ErrorState
          title="The plan could not be loaded"
          error={failed.error}
          onRetry={() => void failed.refetch()}
          isRetrying={failed.isFetching}
        />
      ) : (
        <div className="grid gap-5">
          {checkout && read && plan && <CheckoutNotice result={checkout} plan={plan} />}
          {read && plan && <StatusNotice billing={read} />}
          {read && plan ? <UsedOfPlan billing={read} plan={plan} /> : <SkeletonCard className="h-56" />}
          <UsageCard />
          {read && plan && offered && <Plans billing={read} current={plan} plans={offered} />}
          {read?.provider === 'stripe' && <Invoices />}
        </div>
      )}
    </>
  )
}
